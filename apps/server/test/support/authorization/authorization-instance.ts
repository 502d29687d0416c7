/** An instance with every kind of caller signed in, and objects of a streamer that they request. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { createUsers } from '../../../src/features/identity/index.ts';
import { recordCharge } from '../../../src/features/payments/charges/charges.service.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { Browser, json } from '../browser.ts';
import { createTestDatabase } from '../database.ts';
import { newCharge } from '../money-fixture.ts';
import { eventEdit } from './endpoints/events.ts';
import { ACTORS, type Actor } from './rows.ts';

export const password = 'correct horse battery';
export const emailOf = (actor: Actor): string => `${actor}@example.org`;
/** Each actor has its own IP address, so that rate limits do not apply. */
export const addressOf = (actor: Actor): string => `198.51.100.${ACTORS.indexOf(actor)}`;

export type AuthorizationInstance = Awaited<ReturnType<typeof startAuthorizationInstance>>;

/** Must be called at the top of a test file; the instance stops after the file's tests. */
export async function startAuthorizationInstance() {
  const db = await createTestDatabase();
  const users = createUsers(db);
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-authorization-'));
  const webRoot = join(dataDir, 'web');
  await mkdir(webRoot);
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>App</title><div id="root"></div>');
  await writeFile(join(webRoot, 'preloads.json'), '{}');
  const config = parseConfig({ DEMO: 'false', DATABASE_URL: db.url, TRUST_PROXY: 'loopback' }, dataDir);
  const app = await createApp(
    { ...config, host: '127.0.0.1', port: 0, rtmpPort: 0, dataDir },
    { log: createLog('silent'), webRoot },
  );
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${app.port}`;
  const browsers = new Map<Actor, Browser>();
  const ids = new Map<Actor, UserId>();
  const browserOf = (actor: Actor): Browser => browsers.get(actor) ?? expect.fail(actor);
  const idOf = (actor: Actor): UserId => ids.get(actor) ?? expect.fail(actor);

  await Promise.all(
    ACTORS.map(async (actor) => {
      const browser = new Browser(url, { 'x-forwarded-for': addressOf(actor) });
      browsers.set(actor, browser);
      if (actor === 'nobody') return;
      const email = emailOf(actor);
      const { id } = await users.create({ username: `the-${actor}`, email, password });
      ids.set(actor, id);
      const answer = await browser.post('/api/auth/sign-in/email', { email, password });
      expect(answer.status).toBe(200);
    }),
  );
  for (const actor of ['streamer', 'other'] as const) await browserOf(actor).post('/api/me/streamer');
  await db.transact((tx) => users.grantRole(tx, idOf('admin'), 'admin', null));
  // Endpoints that require a recent proof are in recent-proof.test.ts.
  await db.pool.query('update sessions set proven_at = now()');
  // The session is kept, so that the test concerns the ban.
  await db.pool.query('update profiles set banned_at = now() where id = $1', [idOf('banned')]);

  const streamId = uuidv7();
  const notificationId = uuidv7();
  const tierId = uuidv7();
  await db.pool.query(
    "insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at) values ($1, $2, 'A show', 'Gaming', 'a-show', 'live', now(), now())",
    [streamId, idOf('streamer')],
  );
  await db.pool.query('insert into chat_rooms (stream_id) values ($1)', [streamId]);
  await db.pool.query(
    "insert into chat_polls (id, stream_id, question, options, ends_at) values ($1, $2, 'Tea?', '{Yes,No}', now() + interval '1 day')",
    [uuidv7(), streamId],
  );
  await db.pool.query("insert into subscription_tiers (id, creator_id, name) values ($1, $2, 'Friends')", [
    tierId,
    idOf('streamer'),
  ]);
  await db.pool.query(
    "insert into notifications (id, user_id, type, title, message) values ($1, $2, 'other', 'News', '')",
    [notificationId, idOf('streamer')],
  );
  // Creates data about a person that others could see: what they watch, follow, subscribe to, give and write.
  for (const actor of ['viewer', 'other'] as const) {
    await browserOf(actor).put(`/api/me/following/${idOf('streamer')}`, undefined);
    await db.pool.query(
      `insert into tier_subscriptions (id, tier_id, user_id, status, billing_cycle, price_cents, current_period_start, current_period_end)
       values ($1, $2, $3, 'active', 'monthly', 0, now(), now() + interval '30 days')`,
      [uuidv7(), tierId, idOf(actor)],
    );
    const paid = { payerId: idOf(actor), grossCents: 500, feeCents: 50 };
    const { id: chargeId } = await db.transact((tx) => recordCharge(tx, newCharge(idOf('streamer'), paid)));
    await db.pool.query(
      `insert into donations (id, charge_id, recipient_id, donor_id, amount, platform_fee, net_amount, payment_provider, status)
       values ($1, $1, $2, $3, 500, 50, 450, 'stripe', 'completed')`,
      [chargeId, idOf('streamer'), idOf(actor)],
    );
    await db.pool.query(
      `insert into contact_messages (id, name, email, subject, message, user_id)
       values ($1, 'Somebody', $2, 'A question', 'How does it work?', $3)`,
      [uuidv7(), emailOf(actor), idOf(actor)],
    );
  }
  await browserOf('streamer').post('/api/me/verification', { reason: 'I am known elsewhere.', links: [] });
  await db.transact((tx) => users.grantRole(tx, idOf('other'), 'viewer', idOf('admin')));

  /** Fills a path's parameters with the streamer's objects, new ones for each request that may delete them. */
  async function pathOf(operation: string): Promise<string> {
    const path = operation.slice(operation.indexOf(' ') + 1);
    return path
      .replace('/streams/{id}', `/streams/${streamId}`)
      .replace('/saved/{id}', `/saved/${streamId}`)
      .replace('-recordings/{id}', `-recordings/${streamId}`)
      .replace('/recordings/{id}', `/recordings/${streamId}`)
      .replace('{streamerId}', idOf('streamer'))
      .replace('{userId}', idOf('streamer'))
      .replace('{pollId}', uuidv7())
      .replace('{markerId}', uuidv7())
      .replace('{channelId}', idOf('streamer'))
      .replace('/streams/{id}', `/streams/${streamId}`)
      .replace('{username}', 'the-streamer')
      .replace('{category}', 'music')
      .replace('/streams/{slug}', '/streams/a-show')
      .replace('/pages/{slug}', '/pages/about')
      .replace('/me/events/{id}', `/me/events/${path.includes('/me/events/') ? await newEvent() : ''}`)
      .replace('/notifications/{id}', `/notifications/${notificationId}`)
      .replace('/sessions/{id}', `/sessions/${path.includes('/sessions/') ? await newSession() : ''}`)
      .replace('/tiers/{id}', `/tiers/${tierId}`)
      .replace('{role}', 'streamer')
      .replace(/^\/api\/admin\/users\/\{id\}$/, `/api/admin/users/${idOf('streamer')}`)
      .replace('{id}', uuidv7());
  }

  /** Creates a draft of the streamer. */
  async function newEvent(): Promise<string> {
    const edit = { ...eventEdit, title: uuidv7() };
    const { id } = json<{ id: string }>(await browserOf('streamer').post('/api/me/events', edit));
    return id;
  }

  async function newSession(): Promise<string> {
    const id = uuidv7();
    await db.pool.query(
      "insert into sessions (id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')",
      [id, idOf('streamer'), id.padEnd(43, 'x')],
    );
    return id;
  }

  return { app, db, users, url, streamId, browserOf, idOf, pathOf };
}
