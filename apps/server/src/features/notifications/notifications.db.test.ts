import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import {
  type Bell,
  bell as bellSchema,
  getPushKey,
  listNotifications,
} from '@tributary/contracts/notifications';
import { problem, type UserId } from '@tributary/contracts/shared';
import { expect, it, onTestFinished, vi } from 'vitest';
import { following } from '#features/follows/index.ts';
import { streamStarting } from '#features/live/index.ts';
import { AddressRefusedError, post } from '#platform/outbound/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createNotificationsFixture } from '../../../test/support/notifications-fixture.ts';
import { serveRealtime } from '../../../test/support/realtime-harness.ts';
import { wentLive } from './announcements/announcements.notifications.ts';
import { announceLive, purgeExpired } from './notifications.jobs.ts';
import { createNotificationsTopic } from './notifications.topics.ts';
import { createReceiver } from './push/decrypt.ts';

const db = await createTestDatabase();
const {
  account,
  bell,
  events,
  hooks,
  follow,
  goLive,
  jobs,
  mailbox,
  notifications: feature,
  notify,
  prefer,
  send,
  streamer,
  tab,
  url,
  users,
} = await createNotificationsFixture(db);

const SHOW = { username: 'ada', displayName: 'Ada', title: 'A show', slug: 'a-show' };

/** Polls for longer than the default, for busy machines. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 });

const titles = ({ notifications }: Bell) => notifications.map(({ title }) => title);
const recipientsOf = async (streamId: string) =>
  (
    await db.pool.query<{ user_id: UserId }>('select user_id from notifications where dedupe_key = $1', [
      `live:${streamId}`,
    ])
  ).rows.map((row) => row.user_id);

it('notifies each follower once of a live stream, even if a process dies half-way', async () => {
  const streamerId = await streamer();
  await db.pool.query(
    `with people as (
       insert into profiles (id, username, email, display_name)
       select gen_random_uuid(), 'crowd' || n, 'crowd' || n || '@example.org', 'C' from generate_series(1, 2500) n
       returning id
     ) insert into follows (follower_id, streamer_id) select id, $1 from people`,
    [streamerId],
  );
  const [fan, quiet, banned, none] = [await account(), await account(), await account(), await account()];
  for (const id of [fan, quiet, banned, none]) await follow(id, streamerId);
  await db.pool.query("update follows set notifications = 'none' where follower_id = $1", [none]);
  await prefer(quiet, 'stream_live', { inApp: false });
  await db.pool.query('update profiles set banned_at = now() where id = $1', [banned]);

  const id = await goLive(streamerId, 'Fjord at dawn');
  await eventually(async () => expect(await recipientsOf(id)).toHaveLength(2501));
  const { username } = (await users.find(streamerId)) ?? expect.fail();
  expect((await bell(fan)).notifications).toMatchObject([
    {
      type: 'stream_live',
      title: `${username} went live`,
      message: 'Fjord at dawn',
      href: `/s/${username}/show-${id}`,
      read: false,
      actor: { username },
    },
  ]);
  expect(await bell(quiet)).toEqual({ notifications: [], unread: 0 });
  expect(await bell(none)).toEqual({ notifications: [], unread: 0 });

  // A killed process leaves this state: one batch is notified, and another worker gets the job.
  const all = (await recipientsOf(id)).toSorted();
  await db.pool.query('delete from notifications where dedupe_key = $1 and user_id > $2', [
    `live:${id}`,
    all[999],
  ]);
  await db.pool.query('update live_announcements set notified_up_to = $1 where stream_id = $2', [
    all[900],
    id,
  ]);
  await db.transact((tx) => jobs.send(tx, announceLive, { streamId: id }));
  await eventually(async () => expect((await recipientsOf(id)).toSorted()).toEqual(all));
});

it('does not notify twice within ten minutes when a stream ends and starts again, or resumes after a restart', async () => {
  const streamerId = await streamer();
  // An expired ban has no effect.
  await db.pool.query('update profiles set banned_at = now(), banned_until = now() where id = $1', [
    streamerId,
  ]);
  const fans = [await account(), await account()].toSorted();
  for (const fan of fans) await follow(fan, streamerId);
  const first = await goLive(streamerId);
  await eventually(async () => expect(await recipientsOf(first)).toHaveLength(2));
  // In this state only one follower was notified, so the other is notified of the next stream.
  await db.pool.query('delete from notifications where user_id = $1', [fans[1]]);
  await db.pool.query('update live_announcements set notified_up_to = $1 where stream_id = $2', [
    fans[0],
    first,
  ]);
  const second = await goLive(streamerId);
  await eventually(async () => expect(await recipientsOf(second)).toEqual([fans[1]]));
  const earlier = () =>
    db.pool.query(
      "update live_announcements set announced_at = now() - interval '10 minutes' where streamer_id = $1",
      [streamerId],
    );
  await earlier();
  const third = await goLive(streamerId);
  await eventually(async () => expect(await recipientsOf(third)).toHaveLength(2));
  expect(await recipientsOf(second)).toEqual([fans[1]]);
  await earlier();
  const { rows: before } = await db.pool.query('select announced_at from live_announcements');
  await db.transact((tx) => hooks.run(tx, streamStarting, { streamerId, streamId: third }));
  expect((await db.pool.query('select announced_at from live_announcements')).rows).toEqual(before);
});

it('shows a notification with the icon of its preference, even if its type is no longer declared', async () => {
  const ann = await account();
  await db.transact((tx) => feature.notify(tx, { userId: ann, ...wentLive.of(SHOW) }));
  await db.pool.query(
    "insert into notifications (id, user_id, type, title, message) values (gen_random_uuid(), $1, 'raffle', 'Won', '')",
    [ann],
  );
  const { notifications } = await bell(ann);
  expect(notifications.map(({ type, icon }) => [type, icon]).toSorted()).toEqual([
    ['raffle', 'info'],
    ['stream_live', 'live'],
  ]);
});

it('refuses to send a notification that no feature declares', async () => {
  const userId = await account();
  const undeclared = { userId, type: 'raffle', title: 'You won', message: '', href: '/profile' };
  await expect(db.transact((tx) => feature.notify(tx, undeclared))).rejects.toThrow('"raffle"');
});

it('lists the 20 newest, older ones by pages, and counts unread ones up to the limit of the badge', async () => {
  const [ann, bob] = [await account(), await account()];
  for (let n = 1; n <= 25; n++) await notify(ann, `News ${n}`);
  const all = await bell(ann);
  expect(all.unread).toBe(10);
  expect(titles(all)).toEqual(Array.from({ length: 20 }, (_, index) => `News ${25 - index}`));

  const page = async (cursor?: string) =>
    listNotifications.response.parse(
      await (await send(ann, 'GET', `/api/me/notifications${cursor ? `?cursor=${cursor}` : ''}`)).json(),
    );
  const first = await page();
  const second = await page(first.next ?? expect.fail('There is no next page.'));
  expect(second.items.map(({ title }) => title)).toEqual(['News 5', 'News 4', 'News 3', 'News 2', 'News 1']);
  expect(second.next).toBeNull();

  const id = all.notifications[0]?.id;
  expect((await send(bob, 'PUT', `/api/me/notifications/${id}/read`)).status).toBe(404);
  expect((await send(ann, 'PUT', `/api/me/notifications/${id}/read`)).status).toBe(204);
  expect((await bell(ann)).notifications.map(({ read }) => read).indexOf(true)).toBe(0);
  await send(ann, 'PUT', '/api/me/notifications/read');
  expect((await bell(ann)).unread).toBe(0);
});

it('updates every open tab when a notification arrives or is read, and sends a reconnecting tab those it missed', async () => {
  const [ann, bob] = [await account(), await account()];
  const [first, second, strange] = [await tab(ann), await tab(ann), await tab(bob)];
  for (const { next } of [first, second, strange]) {
    expect(await next()).toMatchObject({ kind: 'snapshot', data: { notifications: [], unread: 0 } });
  }
  await notify(ann, 'One');
  const message = await first.next();
  expect(message).toMatchObject({ kind: 'append', data: { title: 'One', read: false } });
  expect(await second.next()).toEqual(message);

  second.socket.terminate();
  await notify(ann, 'While away');
  expect(await first.next()).toMatchObject({ data: { title: 'While away' } });
  const back = await tab(ann);
  expect(await back.next()).toMatchObject({
    kind: 'snapshot',
    data: { notifications: [{ title: 'While away' }, { title: 'One' }], unread: 2 },
  });

  await send(ann, 'PUT', '/api/me/notifications/read');
  for (const { next } of [first, back]) {
    expect(await next()).toMatchObject({ kind: 'snapshot', data: { unread: 0 } });
  }
  await notify(bob, 'For Bob alone');
  expect(await strange.next()).toMatchObject({ data: { title: 'For Bob alone' } });
});

it('deletes notifications once a day that were read three months ago or are a year old, and updates open tabs', async () => {
  const ann = await account();
  const { next } = await tab(ann);
  expect(await next()).toMatchObject({ data: { notifications: [], unread: 0 } });
  // Creates more than one batch.
  await db.pool.query(
    `insert into notifications (id, user_id, type, title, message, read, created_at)
     select gen_random_uuid(), $1::uuid, 'other', title, '', read, now() - make_interval(days => days)
     from (values ('Read lately', true, 89), ('Read', true, 91), ('Unread', false, 364), ('Unread for a year', false, 366)) as one (title, read, days)
     union all
     select gen_random_uuid(), $1::uuid, 'other', 'Read long ago', '', true, now() - interval '2 years' from generate_series(1, 2100)`,
    [ann],
  );
  await db.transact((tx) => jobs.send(tx, purgeExpired, {}));
  const message = await next();
  if (message.type !== 'message') return expect.fail('The bell was not sent.');
  const sent = bellSchema.parse(message.data);
  expect(titles(sent).toSorted()).toEqual(['Read lately', 'Unread']);
  expect(sent.unread).toBe(1);
  const { rows } = await db.pool.query(
    "select start_after > now() + interval '23 hours' as tomorrow from jobs.job where name = $1 and state = 'created'",
    [purgeExpired.name],
  );
  expect(rows).toEqual([{ tomorrow: true }]);
});

it('sends a notification that arrives while the bell is read after that bell', async () => {
  const ann = await account();
  const old = await bell(ann);
  const slow = Promise.withResolvers<Bell>();
  const reading = Promise.withResolvers<void>();
  const served = await serveRealtime({
    topics: [],
    authenticate: async () => ({ userId: ann, roles: [] }),
  });
  const { topic, subscriptions } = createNotificationsTopic({
    db,
    realtime: served.realtime,
    bell: () => {
      reading.resolve();
      return slow.promise;
    },
    withIcon: (stored) => ({ ...stored, icon: 'info' }),
  });
  served.realtime.register(topic);
  for (const subscribe of subscriptions) subscribe({ events, hooks });
  const listening = await served.connect();
  listening.subscribe('notifications');
  await reading.promise;
  const other = await tab(ann);
  await other.next();
  await notify(ann, 'In between');
  await other.next();
  slow.resolve(old);
  expect(await listening.next()).toMatchObject({ kind: 'snapshot', data: { notifications: [] } });
  expect(await listening.next()).toMatchObject({ kind: 'append', data: { title: 'In between' } });
});

it('notifies a streamer of a follower once a day, and deletes the notification with the follower’s account', async () => {
  const [streamerId, fan] = [await streamer(), await account()];
  const { username } = (await users.find(fan)) ?? expect.fail();
  for (let i = 0; i < 2; i++) {
    await db.transact((tx) => hooks.run(tx, following, { followerId: fan, streamerId }));
  }
  await eventually(async () => {
    expect((await bell(streamerId)).notifications).toMatchObject([
      { type: 'follower', title: `${username} follows you`, href: `/streamer/${username}` },
    ]);
  });
  await db.pool.query('delete from profiles where id = $1', [fan]);
  expect((await bell(streamerId)).notifications).toEqual([]);
});

/** Starts a push service that answers with `status`, and resolves with the request that it received. */
async function pushService(status: number) {
  const came = Promise.withResolvers<{ request: IncomingMessage; body: Buffer }>();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    response.writeHead(status).end();
    came.resolve({ request, body });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { endpoint: `http://127.0.0.1:${port}/send/abc`, came: came.promise };
}

const subscriptions = async () =>
  (await db.pool.query<{ endpoint: string }>('select endpoint from push_subscriptions')).rows;

it('pushes encrypted messages to a browser until its subscription is gone or it is signed out', async () => {
  const ann = await account();
  const receiver = createReceiver();
  const { endpoint, came } = await pushService(201);
  const body = { endpoint, keys: receiver.keys };
  expect((await send(ann, 'PUT', '/api/me/push-subscription', body)).status).toBe(204);
  await notify(ann, 'Pushed');
  const { request, body: sealed } = await came;
  expect(JSON.parse(receiver.decrypt(sealed))).toEqual({
    type: 'news',
    title: 'Pushed',
    message: 'Words',
    href: '/profile',
    language: 'en',
    direction: 'ltr',
  });
  const { publicKey } = getPushKey.response.parse(await (await send(ann, 'GET', '/api/push/key')).json());
  expect(request.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: expect.stringMatching(/^\d+$/),
    authorization: expect.stringMatching(new RegExp(`^vapid t=[\\w.-]+, k=${publicKey}$`)),
  });
  expect(sealed.includes('Pushed')).toBe(false);
  const { rows } = await db.pool.query<{ private_key: string }>('select private_key from push_keys');
  expect(rows).toEqual([{ private_key: expect.stringMatching(/^v1\./) }]);

  await db.pool.query('delete from sessions where user_id = $1', [ann]);
  expect(await subscriptions()).toEqual([]);

  const bob = await account();
  const gone = await pushService(410);
  await send(bob, 'PUT', '/api/me/push-subscription', { endpoint: gone.endpoint, keys: receiver.keys });
  await notify(bob, 'Nobody there');
  await gone.came;
  await eventually(async () => expect(await subscriptions()).toEqual([]));
});

it('refuses push endpoints that may lead into a private network', async () => {
  const ann = await account();
  for (const endpoint of [
    'https://127.0.0.2/x',
    'https://[::1]/x',
    'https://2130706434/x',
    'https://10.0.0.1:8443/x',
    'http://push.example.org/x',
    'https://localhost/x',
    'https://user:word@push.example.org/x',
  ]) {
    const body = { endpoint, keys: createReceiver().keys };
    const answer = await send(ann, 'PUT', '/api/me/push-subscription', body);
    const { code } = problem.parse(await answer.json());
    expect({ endpoint, code }).toEqual({ endpoint, code: 'push_endpoint_invalid' });
  }
  const keys = { ...createReceiver().keys, p256dh: Buffer.alloc(65, 4).toString('base64url') };
  const answer = await send(ann, 'PUT', '/api/me/push-subscription', {
    endpoint: 'https://a.example/x',
    keys,
  });
  expect(problem.parse(await answer.json()).code).toBe('push_keys_invalid');
  // A public-looking name may resolve to a private address: the address connected to decides.
  const refused = post('http://localhost:1/x', { headers: {}, body: Buffer.from('x') });
  await expect(refused).rejects.toBeInstanceOf(AddressRefusedError);
});

it('mails people who turned that on, and stops after a one-click unsubscribe', async () => {
  const ann = await account();
  const { email } = (await users.find(ann)) ?? expect.fail();
  await prefer(ann, 'other', { inApp: false, webPush: false, mail: true });
  await notify(ann, 'A verified\nbadge');
  const mail = await mailbox.next(email);
  expect(mail.subject).toBe('A verified badge');
  expect(mail.text).toContain('https://live.example.org/profile\n');
  expect(mail.text).toContain('you turned on emails for “Account, channel and moderation updates”.');
  expect(mail.text).toContain('https://live.example.org/unsubscribe?token=');
  expect(await bell(ann)).toEqual({ notifications: [], unread: 0 });

  // Mail clients send this form without an origin or cookies (RFC 8058).
  const { pathname, search } = new URL(mail.unsubscribeUrl ?? '');
  const post = (query: string) =>
    fetch(url + pathname + query, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  expect((await post(`${search}x`)).status).toBe(422);
  expect(await (await post(search)).json()).toEqual({
    label: 'Account, channel and moderation updates',
  });
  await notify(ann, 'Unheard');
  await prefer(ann, 'other', { mail: true });
  await notify(ann, 'Heard');
  expect((await mailbox.next(email, 2)).subject).toBe('Heard');
});
