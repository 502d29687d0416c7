/** Streams that belong to an event, in the composed app: who can open their playback, and until when. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { problem } from '../support/account-fixture.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

const SOON = { timeout: 20_000 };
const password = 'correct horse battery';
const db = await createTestDatabase();
const users = createUsers(db);
const streamId = uuidv7();

let dataDir: string;
let app: App;
let creator: { browser: Browser; id: UserId };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-event-streams-'));
  const env = { DEMO: 'false', ALLOW_SANDBOX_PAYMENTS: 'true', DATABASE_URL: db.url };
  const config = parseConfig(env, dataDir);
  app = await createApp(
    { ...config, host: '127.0.0.1', port: 0, rtmpPort: 0, dataDir },
    { log: createLog('silent'), webRoot: dataDir },
  );
  creator = await signedIn('ada');
  expect((await creator.browser.post('/api/me/streamer')).status).toBe(200);
  await db.pool.query(
    "insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at) values ($1, $2, 'A show', 'Gaming', 'a-show', 'live', now(), now())",
    [streamId, creator.id],
  );
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

async function signedIn(username: string) {
  const email = `${username}@example.org`;
  const { id } = await users.create({ username, email, password });
  const browser = new Browser(`http://127.0.0.1:${app.port}`);
  expect((await browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  return { browser, id };
}

async function announce(priceCents: number): Promise<string> {
  const draft = await creator.browser.post('/api/me/events', {
    title: 'Harbor night',
    description: '',
    eventDate: '2999-01-01T20:00:00Z',
    timezone: 'UTC',
    durationMinutes: 60,
    priceCents,
    capacity: 5,
  });
  const { id } = json<{ id: string }>(draft);
  expect((await creator.browser.post(`/api/me/events/${id}/publish`)).status).toBe(200);
  return id;
}

const attach = async (eventId: string | null) =>
  expect((await creator.browser.put('/api/me/stream-event', { eventId })).status).toBe(200);
const watch = async (browser: Browser) =>
  (await browser.post(`/api/streams/${streamId}/playback`, { takeOver: true })).status;

it('plays a stream of an event to ticket holders and its creator only, until a refund takes the ticket back', async () => {
  const [holder, stranger] = [await signedIn('grace'), await signedIn('mary')];
  const eventId = await announce(500);
  await attach(eventId);
  for (const { browser } of [holder, stranger]) expect(await watch(browser)).toBe(403);
  expect(await watch(creator.browser)).toBe(200);

  const order = { purpose: 'ticket', method: 'stripe', eventId, idempotencyKey: crypto.randomUUID() };
  const checkout = await holder.browser.post('/api/checkouts', order);
  const { redirectUrl } = json<{ redirectUrl: string }>(checkout);
  expect(await watch(holder.browser)).toBe(403);
  const { pathname } = new URL(redirectUrl, `http://127.0.0.1:${app.port}`);
  expect((await holder.browser.form(pathname, { action: 'approve' })).headers.get('location')).toContain(
    `/billing/checkout?event=${eventId}`,
  );
  await expect.poll(() => watch(holder.browser), SOON).toBe(200);
  expect(await watch(stranger.browser)).toBe(403);

  const admin = await signedIn('warden');
  await db.transact((tx) => users.grantRole(tx, admin.id, 'admin', null));
  const { rows } = await db.pool.query('select payment_id as id from charges where subject_id = $1', [
    eventId,
  ]);
  const refund = { action: 'refund', id: String(rows[0]?.id) };
  expect((await admin.browser.form('/sandbox/office', refund)).status).toBe(303);
  await expect.poll(() => watch(holder.browser), SOON).toBe(403);
});

it('plays it to everybody who is signed in once the event is canceled', async () => {
  const visitor = await signedIn('radia');
  const eventId = await announce(500);
  await attach(eventId);
  expect(await watch(visitor.browser)).toBe(403);
  expect((await creator.browser.post(`/api/me/events/${eventId}/cancel`)).status).toBe(200);
  expect(await watch(visitor.browser)).toBe(200);
});

it('refuses an access token with the cookie of another session, so that a ticket is not shared', async () => {
  const [holder, friend] = [await signedIn('lender'), await signedIn('borrower')];
  const eventId = await announce(0);
  await attach(eventId);
  expect((await holder.browser.post(`/api/events/${eventId}/ticket`)).status).toBe(200);
  const { accessToken } = json<{ accessToken: string }>(await holder.browser.post('/api/auth/token'));
  for (const { browser } of [holder, friend]) browser.headers.authorization = `Bearer ${accessToken}`;
  const shared = await friend.browser.post(`/api/streams/${streamId}/playback`, {});
  expect([shared.status, problem(shared).code, shared.setCookies]).toEqual([
    422,
    'session_cookie_required',
    [],
  ]);
  expect(await watch(holder.browser)).toBe(200);
  await attach(null);
});

it('plays it to everybody who is signed in once the creator detaches the event', async () => {
  const visitor = await signedIn('joan');
  await attach(await announce(0));
  expect(await watch(visitor.browser)).toBe(403);
  await attach(null);
  expect(await watch(visitor.browser)).toBe(200);
});
