/** Donations through the composed app: how creators ask for them, goals, alerts on overlays, and what is taken back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlertSettings, DonationPage } from '@tributary/contracts/donations';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import type { Problem, UserId } from '@tributary/contracts/shared';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { connectTab } from '../support/realtime-harness.ts';

const db = await createTestDatabase();
const users = createUsers(db);
const password = 'correct horse battery';

let dataDir: string;
let app: App;
let url: string;
let addresses = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-donations-'));
  const variables = {
    DEMO: 'false',
    ALLOW_SANDBOX_PAYMENTS: 'true',
    DATABASE_URL: db.url,
    TRUST_PROXY: 'loopback',
  };
  const config = parseConfig(variables, dataDir);
  app = await createApp(
    { ...config, host: '127.0.0.1', port: 0, rtmpPort: 0, dataDir },
    { log: createLog('silent'), webRoot: dataDir },
  );
  url = `http://127.0.0.1:${app.port}`;
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

async function signedIn(username: string): Promise<{ browser: Browser; id: UserId }> {
  const email = `${username}@example.org`;
  const { id } = await users.create({ username, email, password });
  // Each from its own address, so that the limit of sign-ins does not apply.
  addresses += 1;
  const browser = new Browser(url, { 'x-forwarded-for': `198.51.100.${addresses}` });
  expect((await browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  return { browser, id };
}

async function creatorNamed(username: string) {
  const creator = await signedIn(username);
  expect((await creator.browser.post('/api/me/streamer')).status).toBe(200);
  return { ...creator, username };
}

/** Pays, and asks for the state, which settles it. */
async function donate(
  to: UserId,
  amount: number,
  more: object = {},
  payer = new Browser(url),
): Promise<void> {
  const idempotencyKey = crypto.randomUUID();
  const body = { purpose: 'donation', method: 'stripe', idempotencyKey, streamerId: to, amount, ...more };
  const answer = await payer.post('/api/checkouts', body);
  expect(answer.status, answer.text).toBe(200);
  const { id, redirectUrl } = json<{ id: string; redirectUrl: string }>(answer);
  expect((await payer.form(redirectUrl, { action: 'approve' })).status).toBe(303);
  await expect
    .poll(async () => (await payer.get(`/api/checkouts/${id}`)).text, { timeout: 20_000 })
    .toContain('"status":"paid"');
}

async function connect() {
  const tab = await connectTab(`${url.replace('http', 'ws')}${REALTIME_PATH}`, { origin: url });
  onTestFinished(() => tab.socket.terminate());
  return tab;
}

const pageOf = async (username: string) =>
  json<DonationPage>(await new Browser(url).get(`/api/streamers/${username}/donations`));

const received = async (browser: Browser) =>
  json<{ items: { id: string; status: string }[] }>(await browser.get('/api/me/donations')).items;

const page = { isOpen: true, showsRecent: true, presets: [1000, 200, 1000] };
const goal = { title: 'A new microphone', targetAmount: 10_000, endsAt: null };

it('shows the suggested amounts, the goal and recent donations of a channel to everybody', async () => {
  const { browser, id, username } = await creatorNamed('ada');
  const fan = await signedIn('fan');
  expect(await pageOf(username)).toEqual({
    isOpen: true,
    presets: [300, 500, 1000, 2500],
    currency: 'USD',
    goal: null,
    recent: [],
  });
  await donate(id, 900);
  expect((await browser.put('/api/me/donation-page', page)).status).toBe(200);
  expect((await browser.put('/api/me/donation-goal', goal)).status).toBe(200);
  await donate(id, 2500, { message: '<script>alert(1)</script>' }, fan.browser);
  await donate(id, 100, { isAnonymous: true }, fan.browser);
  expect(await pageOf('ADA')).toMatchObject({
    presets: [200, 1000],
    // The donation from before the goal does not count.
    goal: { title: 'A new microphone', targetAmount: 10_000, raisedAmount: 2600 },
    recent: [
      { amount: 100, donor: null },
      { amount: 2500, donor: { username: 'fan' }, message: '<script>alert(1)</script>' },
      { amount: 900, donor: null },
    ],
  });
  await browser.put('/api/me/donation-page', { ...page, showsRecent: false });
  await browser.put('/api/me/donation-goal', { ...goal, targetAmount: 5000 });
  expect(await pageOf(username)).toMatchObject({
    goal: { targetAmount: 5000, raisedAmount: 2600 },
    recent: [],
  });
  await browser.put('/api/me/donation-goal', { ...goal, endsAt: '2026-01-01T00:00:00Z' });
  expect(await pageOf(username)).toMatchObject({ goal: null });
  await browser.request('DELETE', '/api/me/donation-goal');
  await browser.put('/api/me/donation-goal', goal);
  expect(await pageOf(username)).toMatchObject({ goal: { raisedAmount: 0 } });
  expect((await new Browser(url).get('/api/streamers/nobody/donations')).status).toBe(404);
});

it('refuses suggested amounts and goals that break a rule, naming the field', async () => {
  const { browser } = await creatorNamed('edith');
  for (const [path, body, pointer] of [
    ['page', { ...page, presets: [] }, '/presets'],
    ['page', { ...page, presets: [100, 200, 300, 400, 500, 600, 700] }, '/presets'],
    ['page', { ...page, presets: [99] }, '/presets/0'],
    ['goal', { ...goal, title: ' ' }, '/title'],
    ['goal', { ...goal, targetAmount: 100.5 }, '/targetAmount'],
  ] as const) {
    const answer = await browser.put(`/api/me/donation-${path}`, body);
    expect(answer.status).toBe(422);
    expect(json<Problem>(answer).errors?.map((error) => error.pointer)).toEqual([pointer]);
  }
});

it('refuses donations to a creator who takes none', async () => {
  const { browser, id, username } = await creatorNamed('grace');
  await browser.put('/api/me/donation-page', { ...page, isOpen: false });
  expect(await pageOf(username)).toMatchObject({ isOpen: false });
  const answer = await new Browser(url).post('/api/checkouts', {
    purpose: 'donation',
    method: 'stripe',
    idempotencyKey: crypto.randomUUID(),
    streamerId: id,
    amount: 500,
  });
  expect(answer.status).toBe(422);
  expect(json<Problem>(answer)).toMatchObject({
    code: 'donations_closed',
    errors: [{ pointer: '/streamerId' }],
  });
});

it('sends alerts to the overlay of the creator, from the minimum amount on, with the goal’s progress', async () => {
  const { browser, id } = await creatorNamed('joan');
  await browser.put('/api/me/donation-goal', goal);
  const { token, settings } = json<{ token: string; settings: AlertSettings }>(
    await browser.get('/api/me/donation-overlay'),
  );
  await browser.put('/api/me/donation-overlay', { ...settings, minimumAmount: 500 });
  const overlay = await connect();
  overlay.subscribe(`donation-overlay:${token}`);
  expect(await overlay.next()).toMatchObject({
    kind: 'snapshot',
    data: { settings: { minimumAmount: 500 }, goal: { raisedAmount: 0 } },
  });
  await donate(id, 499);
  // No alert, but the goal moves.
  expect(await overlay.next()).toMatchObject({ kind: 'snapshot', data: { goal: { raisedAmount: 499 } } });
  await donate(id, 700, { message: 'Hi', guestName: 'Ann' });
  expect(await overlay.next()).toMatchObject({
    kind: 'append',
    data: { name: 'Ann (guest)', amount: 700, message: 'Hi', isTest: false, goal: { raisedAmount: 1199 } },
  });
  expect((await browser.post('/api/me/donation-overlay/test')).status).toBe(204);
  expect(await overlay.next()).toMatchObject({ kind: 'append', data: { name: 'Ada', isTest: true } });
  await browser.put('/api/me/donation-overlay', { ...settings, sound: 'none' });
  expect(await overlay.next()).toMatchObject({ kind: 'snapshot', data: { settings: { sound: 'none' } } });
});

it('refuses overlays with a replaced, foreign or made-up token', async () => {
  const [{ browser }, other] = [await creatorNamed('mary'), await creatorNamed('rita')];
  const tokenOf = async (from: Browser) =>
    json<{ token: string }>(await from.get('/api/me/donation-overlay')).token;
  const former = await tokenOf(browser);
  const { token } = json<{ token: string }>(await browser.post('/api/me/donation-overlay/rotate'));
  expect(token).not.toBe(former);
  expect(await tokenOf(browser)).toBe(token);
  const foreign = await tokenOf(other.browser);
  // The code of one creator with the id of another.
  const mixed = Buffer.concat([
    Buffer.from(foreign, 'base64url').subarray(0, 16),
    Buffer.from(token, 'base64url').subarray(16),
  ]);
  const overlay = await connect();
  for (const refused of [former, mixed.toString('base64url'), 'A'.repeat(43), 'short']) {
    overlay.subscribe(`donation-overlay:${refused}`);
    expect(await overlay.next()).toMatchObject({ type: 'refused', code: 'unknown_topic' });
  }
  overlay.subscribe(`donation-overlay:${token}`);
  expect(await overlay.next()).toMatchObject({ kind: 'snapshot' });
});

it('refuses a message or a guest’s name that the chat of the channel would not take, before anything is paid', async () => {
  const { browser, id } = await creatorNamed('reef');
  const fan = await signedIn('insistent');
  const settings = { blockedWords: ['kelp'], filters: ['caps'], filtered: 'hold' };
  const saved = await browser.request('PATCH', `/api/chats/${id}/settings`, settings);
  expect(saved.status, saved.text).toBe(200);
  await db.pool.query(`update instance_settings set chat_blocked_words = '{brine}'`);
  onTestFinished(
    async () => void (await db.pool.query(`update instance_settings set chat_blocked_words = '{}'`)),
  );
  const open = async (message: string, payer: Browser, rest: object = {}) => {
    const more = { purpose: 'donation', method: 'stripe', idempotencyKey: crypto.randomUUID() };
    const answer = await payer.post('/api/checkouts', {
      ...more,
      streamerId: id,
      amount: 500,
      message,
      ...rest,
    });
    const { code, errors } = json<Problem>(answer);
    return [code, errors?.[0]?.pointer];
  };
  for (const payer of [new Browser(url), fan.browser]) {
    expect(await open('Nice k3lp', payer)).toEqual(['chat_blocked_word', '/message']);
    expect(await open('Nice brine', payer)).toEqual(['chat_blocked_word', '/message']);
    expect(await open('LOUDER THAN EVER', payer)).toEqual(['chat_capitals', '/message']);
    expect(await open('Nice', payer)).toEqual([undefined, undefined]);
  }
  const guest = new Browser(url);
  for (const [guestName, code] of [
    ['Captain k3lp', 'chat_blocked_word'],
    ['evil.example.com', 'validation_failed'],
    ['x'.repeat(31), 'validation_failed'],
  ])
    expect(await open('', guest, { guestName })).toEqual([code, '/guestName']);
  expect(await open('', guest, { guestName: 'Ann' })).toEqual([undefined, undefined]);
  for (const from of ['//evil.example', 'https://evil.example/'])
    expect(await open('', guest, { from })).toEqual(['validation_failed', '/from']);
  await db.pool.query(
    `insert into chat_bans (channel_id, user_id, reason, banned_by, banned_at) values ($1, $2, '', $1, now())`,
    [id, fan.id],
  );
  expect(await open('Nice', fan.browser)).toEqual(['donation_banned', '/message']);
  expect(await open('', fan.browser)).toEqual([undefined, undefined]);
});

it('takes a refunded donation out of the goal and the list, live, and refunds it once', async () => {
  const { browser, id, username } = await creatorNamed('hedy');
  await browser.put('/api/me/donation-goal', goal);
  await donate(id, 1500);
  const viewer = await connect();
  viewer.subscribe(`donations:${username}`);
  expect(await viewer.next()).toMatchObject({
    data: { goal: { raisedAmount: 1500 }, recent: [{ amount: 1500 }] },
  });
  const [donation] = await received(browser);
  const stranger = await creatorNamed('emmy');
  expect((await stranger.browser.post(`/api/me/donations/${donation?.id}/refund`)).status).toBe(404);
  const answer = await browser.post(`/api/me/donations/${donation?.id}/refund`);
  expect(json(answer)).toMatchObject({ status: 'refunded', refundedAmount: 1500 });
  expect(await viewer.next()).toMatchObject({ data: { goal: { raisedAmount: 0 }, recent: [] } });
  expect((await browser.post(`/api/me/donations/${donation?.id}/refund`)).status).toBe(409);
});

it('hides a message and the name of a guest from everybody but the creator, who can show them again', async () => {
  const { browser, id, username } = await creatorNamed('lise');
  await donate(id, 1500, { message: 'Something rude', guestName: 'Ann' });
  const [donation] = await received(browser);
  const hide = (by: Browser, isHidden: boolean) =>
    by.put(`/api/me/donations/${donation?.id}/hidden`, { isHidden });
  expect((await hide((await creatorNamed('otto')).browser, true)).status).toBe(404);
  expect(json(await hide(browser, true))).toMatchObject({ message: 'Something rude', isMessageHidden: true });
  expect(await pageOf(username)).toMatchObject({ recent: [{ amount: 1500, message: '', guestName: null }] });
  await hide(browser, false);
  expect(await pageOf(username)).toMatchObject({ recent: [{ message: 'Something rude', guestName: 'Ann' }] });
});
