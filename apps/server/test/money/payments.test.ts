/** Payments through the composed app: the sandbox's pages, its webhooks over HTTP, and who may read a checkout. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { listDonations } from '@tributary/contracts/donations';
import type { Problem, UserId } from '@tributary/contracts/shared';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { adminCommand } from '../support/admin-command.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

const db = await createTestDatabase();
const users = createUsers(db);
const password = 'correct horse battery';
/** A worker that waits for the queue's next poll. */
const SOON = { timeout: 20_000 };

/** All that the instance has logged. */
let logged = '';
const logFile = new Writable({
  write(line, _encoding, done) {
    logged += line;
    done();
  },
});

let dataDir: string;
let app: App;
let url: string;
let creator: { browser: Browser; id: UserId };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-payments-'));
  const variables = { DEMO: 'false', ALLOW_SANDBOX_PAYMENTS: 'true', DATABASE_URL: db.url };
  const config = parseConfig(variables, dataDir);
  app = await createApp(
    { ...config, host: '127.0.0.1', port: 0, rtmpPort: 0, dataDir },
    { log: createLog('debug', logFile), webRoot: dataDir },
  );
  url = `http://127.0.0.1:${app.port}`;
  creator = await signedIn('ada');
  expect((await creator.browser.post('/api/me/streamer')).status).toBe(200);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

async function signedIn(username: string) {
  const email = `${username}@example.org`;
  const { id } = await users.create({ username, email, password });
  const browser = new Browser(url);
  expect((await browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  return { browser, id };
}

const donation = (more: Record<string, unknown> = {}) => ({
  purpose: 'donation',
  method: 'stripe',
  idempotencyKey: crypto.randomUUID(),
  streamerId: creator.id,
  amount: 2500,
  ...more,
});

async function open(browser: Browser, more: Record<string, unknown> = {}) {
  const answer = await browser.post('/api/checkouts', donation(more));
  expect(answer.status, answer.text).toBe(200);
  return json<{ id: string; redirectUrl: string }>(answer);
}

const stateOf = async (browser: Browser, id: string) =>
  json<{ status: string; isTest: boolean }>(await browser.get(`/api/checkouts/${id}`));

const received = async () =>
  listDonations.response.parse(json(await creator.browser.get('/api/me/donations'))).items;

it('books a donation by somebody who is not signed in, whose browser alone can read the checkout', async () => {
  const [payer, stranger] = [new Browser(url), new Browser(url)];
  const { id, redirectUrl } = await open(payer, { message: 'Well done' });
  const page = await payer.get(redirectUrl);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.text).toContain('Test money');
  expect(page.text).toContain('$25.00');
  const paid = await payer.form(redirectUrl, { action: 'approve' });
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(`/billing/checkout?creator=ada&checkout=${id}`);
  expect(await stateOf(payer, id)).toMatchObject({ isTest: true });
  expect((await stranger.get(`/api/checkouts/${id}`)).status).toBe(404);
  expect((await stranger.post(`/api/checkouts/${id}/cancel`)).status).toBe(404);
  // By the webhook, which a job delivers over HTTP.
  await expect.poll(received, SOON).toMatchObject([{ amount: 2500, platformFee: 250, message: 'Well done' }]);
  expect(await stateOf(payer, id)).toMatchObject({ status: 'paid' });
});

it('starts a subscription, which its holder alone can read and cancel, and refuses to renew payments in crypto', async () => {
  const tier = { name: 'Deckhand', description: '', benefits: [], priceMonthly: 500, priceYearly: 5000 };
  const made = await creator.browser.post('/api/me/tiers', { ...tier, trialDays: 7 });
  const { id: tierId } = json<{ id: string }>(made);
  const [fan, stranger] = [await signedIn('fan'), await signedIn('stranger')];
  const order = (method: string) => ({
    purpose: 'subscription',
    method,
    idempotencyKey: crypto.randomUUID(),
    tierId,
    cycle: 'monthly',
  });
  const refused = await fan.browser.post('/api/checkouts', order('crypto'));
  expect(json<Problem>(refused).errors?.map(({ pointer }) => pointer)).toEqual(['/method']);
  const opened = await fan.browser.post('/api/checkouts', order('stripe'));
  expect(opened.status, opened.text).toBe(200);
  const { id, redirectUrl } = json<{ id: string; redirectUrl: string }>(opened);
  const paid = await fan.browser.form(redirectUrl, { action: 'approve' });
  expect(paid.headers.get('location')).toBe(`/subscription/success?checkout=${id}`);
  const path = `/api/me/subscriptions/${id}`;
  // By the webhook, which a job delivers over HTTP.
  await expect.poll(async () => (await fan.browser.get(path)).text, SOON).toContain('"status":"trialing"');
  for (const attempt of [stranger.browser.get(path), stranger.browser.post(`${path}/cancel`)])
    expect((await attempt).status).toBe(404);
  expect((await fan.browser.post(`${path}/cancel`)).text).toContain('"cancelAtPeriodEnd":true');
});

it('asks for a confirmation in a challenge, and fails when it is not given', async () => {
  const payer = new Browser(url);
  const { id, redirectUrl } = await open(payer);
  expect((await payer.form(redirectUrl, { action: 'challenge' })).text).toContain('Confirm your payment');
  expect((await payer.form(redirectUrl, { action: 'decline' })).status).toBe(303);
  await expect.poll(() => stateOf(payer, id), SOON).toMatchObject({ status: 'failed' });
  expect((await payer.form(redirectUrl, { action: 'approve' })).status).toBe(409);
});

it('returns somebody who abandons the payment page to where the checkout can be canceled', async () => {
  const payer = new Browser(url);
  const { id, redirectUrl } = await open(payer);
  const left = await payer.form(redirectUrl, { action: 'abandon' });
  expect(left.headers.get('location')).toBe(`/billing/checkout?creator=ada&checkout=${id}&canceled=1`);
  expect((await payer.post(`/api/checkouts/${id}/cancel`)).text).toContain('"status":"canceled"');
  expect((await payer.get(redirectUrl)).text).toContain('This payment page is closed.');
});

it.each<[what: string, field: string, more: Record<string, unknown>]>([
  ['a negative amount', '/amount', { amount: -500 }],
  ['nothing', '/amount', { amount: 0 }],
  ['too little', '/amount', { amount: 99 }],
  ['too much', '/amount', { amount: 100_001 }],
  ['a fraction', '/amount', { amount: 500.5 }],
  ['a huge amount', '/amount', { amount: 1e300 }],
  ['an amount in words', '/amount', { amount: '500' }],
  ['an unknown creator', '/streamerId', { streamerId: crypto.randomUUID() }],
  ['an unknown stream', '/streamId', { streamerId: undefined, streamId: crypto.randomUUID() }],
  ['a stream and a creator', '/streamId', { streamId: crypto.randomUUID() }],
  ['an unknown method', '/method', { method: 'cash' }],
  ['an unknown purpose', '/purpose', { purpose: 'bribe' }],
  ['a long message', '/message', { message: 'x'.repeat(201) }],
  ['no idempotency key', '/idempotencyKey', { idempotencyKey: undefined }],
  ['a currency of its own', '/currency', { currency: 'EUR' }],
  ['a fee of its own', '/feeBasisPoints', { feeBasisPoints: 0 }],
])('refuses a checkout of %s with a problem that names the field', async (_what, field, more) => {
  const answer = await new Browser(url).post('/api/checkouts', donation(more));
  expect(answer.status).toBe(422);
  expect(json<Problem>(answer).errors?.map(({ pointer }) => pointer)).toContain(field);
});

it('refuses webhooks without a valid signature, and of providers that are not set up', async () => {
  const send = (provider: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/webhooks/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"id":"evt_1"}',
    }).then(({ status }) => status);
  expect(await send('sandbox')).toBe(401);
  expect(await send('sandbox', { 'sandbox-signature': `t=${Date.now()},v1=${'0'.repeat(64)}` })).toBe(401);
  expect(await send('paypal')).toBe(404);
  expect(await send('nobody')).toBe(404);
});

it('sends creators who come back from onboarding to the page of payouts, which says that an unknown provider connected nothing', async () => {
  const { browser } = creator;
  for (const provider of ['paypal', 'elsewhere']) {
    const back = await browser.get(`/api/payout-accounts/${provider}/return?code=c&state=s`);
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toBe('/dashboard/creator/payouts?onboarding=failed');
    expect(back.headers.get('cache-control')).toBe('private, no-store');
  }
});

it('opens the back office of the sandbox to admins only, where they dispute a payment', async () => {
  const admin = await signedIn('root');
  expect((await creator.browser.get('/sandbox/office')).status).toBe(403);
  expect((await new Browser(url).get('/sandbox/office')).status).toBe(401);
  await db.transact((tx) => users.grantRole(tx, admin.id, 'admin', null));
  const page = await admin.browser.get('/sandbox/office');
  const paymentId = /pay_[0-9a-f]{32}/.exec(page.text)?.[0] ?? expect.fail(page.text);
  expect((await admin.browser.form('/sandbox/office', { action: 'dispute', id: paymentId })).status).toBe(
    303,
  );
  await expect.poll(received, SOON).toMatchObject([{ status: 'disputed' }]);
  const events = json<{ items: { type: string; status: string }[] }>(
    await admin.browser.get('/api/admin/payment-events'),
  );
  expect(events.items).toContainEqual(
    expect.objectContaining({ type: 'dispute.opened', status: 'processed' }),
  );
});

it('leads from the sandbox back to paths of this instance only', async () => {
  const browser = new Browser(url);
  const { redirectUrl } = await open(browser);
  const at = new Date().toISOString();
  const state = {
    status: 'active',
    cycle: 'monthly',
    amountCents: 500,
    periodStart: at,
    periodEnd: at,
    trialEnd: null,
    cancelAtPeriodEnd: false,
    creditCents: 0,
    declines: false,
    failedAttempts: 0,
    lastChangeId: null,
  };
  await db.pool.query(
    `insert into sandbox_objects (id, kind, parent, state, created_at)
     values ('sub_portal', 'subscription', $1, $2, now())`,
    [redirectUrl.split('/').at(-1), JSON.stringify(state)],
  );
  const backFrom = async (to: string) => {
    const page = `/sandbox/portal/sub_portal?${new URLSearchParams({ return: to })}`;
    const back = await browser.form(page, { action: 'works' });
    return [back.status, back.headers.get('location')];
  };
  expect(await backFrom('/subscription-management')).toEqual([303, '/subscription-management']);
  for (const elsewhere of ['/\\evil.example', '//evil.example', 'https://evil.example'])
    expect(await backFrom(elsewhere)).toEqual([303, '/']);
});

it('refuses forms of the sandbox that another website sends', async () => {
  const { redirectUrl } = await open(new Browser(url));
  const foreign = new Browser(url, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
  expect((await foreign.form(redirectUrl, { action: 'approve' })).status).toBe(403);
});

it('sets the cookie of a checkout for its path only, unreadable for scripts', async () => {
  const answer = await new Browser(url).post('/api/checkouts', donation());
  const { id } = json<{ id: string }>(answer);
  expect(answer.setCookies).toEqual([
    expect.stringMatching(
      new RegExp(
        `^tributary\\.checkout=[\\w-]{43}; Path=/api/checkouts/${id}; Max-Age=86400; HttpOnly; SameSite=Lax$`,
      ),
    ),
  ]);
});

it('shows the keys of providers in no answer, export or log, whether they are refused, stored or used', {
  timeout: 60_000,
}, async () => {
  const key = 'c0ffee0123456789';
  const { browser: admin, id } = await signedIn('keeper');
  await db.transact((tx) => users.grantRole(tx, id, 'admin', null));
  expect((await admin.post('/api/auth/confirm', { password })).status).toBe(204);
  const providers = '/api/admin/payment-providers';
  // Nothing listens there.
  const crypto = {
    rpcUrl: `http://127.0.0.1:9/v2/${key}`,
    chainId: '84532',
    usdcContract: `0x${'1'.repeat(40)}`,
  };
  const answers = [
    await admin.put(`${providers}/stripe/keys`, { keys: { secretKey: key, webhookSecret: key } }),
    await admin.put(`${providers}/crypto/keys`, { keys: crypto }),
    await admin.get(providers),
    await admin.post(`${providers}/crypto/test`),
    await new Browser(url).post('/api/checkouts', donation({ method: 'crypto' })),
    await admin.get('/api/admin/audit'),
    await admin.get('/api/admin/audit.csv'),
    await admin.get('/api/me/export'),
    await admin.request('DELETE', `${providers}/crypto/keys`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 204, 200, 503, 409, 200, 200, 200, 204]);
  expect(answers.map(({ text }) => text).join()).toContain('payment_provider.keys_set');
  expect(logged).toContain('/api/admin/payment-providers/:provider/test');
  expect(answers.map(({ text }) => text).join() + logged).not.toContain(key);
});

it('lets the ledger be checked by a connection of its own while payments are booked', async () => {
  const check = () => adminCommand({ DATABASE_URL: db.url }, 'check-ledger');
  const pay = async () => {
    const payer = new Browser(url);
    await payer.form((await open(payer)).redirectUrl, { action: 'approve' });
  };
  const [during] = await Promise.all([check(), pay(), pay(), pay()]);
  expect(during).toMatch(/^The ledger balances: /);
  expect(await check()).toMatch(/^The ledger balances: /);
});
