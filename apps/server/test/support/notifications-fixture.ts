/** The whole notifications feature behind a real HTTP server and a real job queue. */
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { type Bell, bell as bellSchema } from '@tributary/contracts/notifications';
import type { ServerMessage } from '@tributary/contracts/realtime';
import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll } from 'vitest';
import { WebSocket } from 'ws';
import { createUsers } from '#features/identity/index.ts';
import { streamStarting } from '#features/live/index.ts';
import { createNotifications } from '#features/notifications/index.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { openEvents } from '#platform/events/index.ts';
import { registerFeatures } from '#platform/feature.ts';
import { createHooks } from '#platform/hooks.ts';
import { createHttpApp, openHttpListener } from '#platform/http/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import { createLog } from '#platform/log/log.ts';
import { viewerLimits } from '#platform/network/viewer-limits.ts';
import {
  createNotificationTypes,
  defineNotification,
  type NotificationType,
  otherUpdates,
} from '#platform/notifications/index.ts';
import { createRealtime } from '#platform/realtime/index.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createUserData } from '#platform/user-data.ts';
import type { TestDatabase } from './database.ts';
import { Mailbox } from './mailbox.ts';

const PATH = '/api/realtime';

const news = defineNotification({
  type: 'news',
  preference: otherUpdates,
  text: (title: string) => ({ title, message: 'Words', href: '/profile' }),
});

/**
 * Authenticates a request as the user whose id it sends as `authorization`. Must be called once, at the top of a test
 * file.
 */
export async function createNotificationsFixture(
  db: TestDatabase,
  /** The notifications of other features. */
  definitions: readonly NotificationType[] = [],
) {
  const log = createLog('silent');
  const users = createUsers(db);
  const mailbox = new Mailbox();
  const events = await openEvents(db.pool, log);
  const jobs = createJobs({ db, events, log });
  const hooks = createHooks();
  const callerOf = (id: unknown) =>
    typeof id === 'string' ? { userId: id as UserId, roles: [], sessionId: id } : null;
  const bus = createInProcessBus(log);
  const sharedState = createMemoryState();
  const realtime = createRealtime({
    bus,
    sharedState,
    accessTokens: { verify: async () => null },
    authenticate: async ({ headers }) => callerOf(headers.authorization),
    authenticateSession: async (id) => callerOf(id),
    originAllowed: () => true,
    clientAddress: () => '127.0.0.1',
    limits: viewerLimits(),
    secureCookies: false,
    onError: (error) => {
      throw error;
    },
  });
  const notificationTypes = createNotificationTypes([news, ...definitions]);
  const feature = createNotifications({
    db,
    notificationTypes,
    log,
    jobs,
    realtime,
    users,
    mailer: mailbox,
    instanceName: () => 'Test',
    publicUrl: 'https://live.example.org',
    mailFrom: 'Test <no-reply@example.org>',
    secret: 'a secret of the tests',
    pushAllows: (ip) => ip === '127.0.0.1',
    preferences: { turnOffMail: async (id, key) => void (await prefer(id, key, { mail: false })) },
  });
  registerFeatures([feature], {
    events,
    hooks,
    jobs,
    realtime,
    notificationTypes,
    userData: createUserData(),
  });
  const listener = await openHttpListener({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${listener.port}`;
  const authenticator = {
    authenticate: async ({ headers }: { headers: Record<string, unknown> }) =>
      callerOf(headers.authorization),
  };
  const http = await createHttpApp({
    listener,
    log,
    authenticator,
    instanceName: 'Test',
    version: '0',
    publicUrl: url,
    trustProxy: [],
    webRoot: tmpdir(),
  });
  await feature.routes?.(http);
  listener.addUpgrade(PATH, realtime.handleUpgrade);
  await http.ready();
  await jobs.start();
  listener.open();
  afterAll(async () => {
    await jobs.close();
    await realtime.close();
    await sharedState.close();
    await bus.close();
    await listener.close(0);
    await http.close();
    await events.close();
  });

  async function account(): Promise<UserId> {
    const id = userId.parse(uuidv7());
    const username = `person-${id.slice(-12)}`;
    await db.pool.query('insert into profiles (id, username, email, display_name) values ($1, $2, $3, $2)', [
      id,
      username,
      `${username}@example.org`,
    ]);
    await db.pool.query(
      "insert into sessions (id, user_id, token_hash, expires_at) values ($1, $1, $2, now() + interval '1 day')",
      [id, id.padEnd(43, 'x')],
    );
    return id;
  }

  async function streamer(): Promise<UserId> {
    const id = await account();
    await db.pool.query(
      "insert into streamer_data (user_id, stream_key, stream_key_hash) select id, '', sha256(id::text::bytea) from profiles where id = $1",
      [id],
    );
    return id;
  }

  const follow = (followerId: UserId, streamerId: UserId) =>
    db.pool.query('insert into follows (follower_id, streamer_id) values ($1, $2)', [followerId, streamerId]);

  async function prefer(
    id: UserId,
    preference: string,
    { inApp = true, webPush = true, mail = false }: { inApp?: boolean; webPush?: boolean; mail?: boolean },
  ): Promise<void> {
    await db.pool.query(
      `insert into notification_preferences (user_id, preference, in_app, web_push, mail) values ($1, $2, $3, $4, $5)
       on conflict (user_id, preference) do update set in_app = $3, web_push = $4, mail = $5`,
      [id, preference, inApp, webPush, mail],
    );
  }

  /** Starts a stream and ends the previous one. */
  async function goLive(streamerId: UserId, title = 'A show'): Promise<StreamId> {
    const id = streamId.parse(uuidv7());
    await db.transact(async (tx) => {
      await tx
        .updateTable('streams')
        .set({ status: 'ended', ended_at: new Date() })
        .where('streamer_id', '=', streamerId)
        .where('status', '=', 'live')
        .execute();
      await tx
        .insertInto('streams')
        .values({
          id,
          streamer_id: streamerId,
          title,
          category: 'Gaming',
          slug: `show-${id}`,
          thumbnail_url: null,
          current_viewers: 0,
          peak_viewers: 0,
          status: 'live',
          interrupted_at: null,
          started_at: new Date(),
          seen_at: new Date(),
          ended_at: null,
          end_reason: null,
        })
        .execute();
      await hooks.run(tx, streamStarting, { streamerId, streamId: id });
    });
    return id;
  }

  const send = (id: UserId | null, method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: { ...(id && { authorization: id }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  const bell = async (id: UserId): Promise<Bell> =>
    bellSchema.parse(await (await send(id, 'GET', '/api/me/bell')).json());

  /** Opens a subscribed socket of a person, whose `next` returns its messages in order. */
  async function tab(id: UserId): Promise<{ socket: WebSocket; next(): Promise<ServerMessage> }> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${PATH}`, { headers: { authorization: id } });
    const told: ServerMessage[] = [];
    const arrived = new EventTarget();
    socket.on('message', (data) => {
      told.push(JSON.parse(String(data)));
      arrived.dispatchEvent(new Event('message'));
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'subscribe', topic: 'notifications' }));
    async function next(): Promise<ServerMessage> {
      for (;;) {
        const message = told.shift();
        if (message) return message;
        await once(arrived, 'message');
      }
    }
    return { socket, next };
  }

  const notify = (userId: UserId, title: string) =>
    db.transact((tx) => feature.notify(tx, { userId, ...news.of(title) }));

  return {
    db,
    jobs,
    events,
    hooks,
    mailbox,
    users,
    url,
    notifications: feature,
    account,
    streamer,
    follow,
    prefer,
    goLive,
    send,
    bell,
    tab,
    notify,
  };
}
