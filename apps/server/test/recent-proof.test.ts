/** Endpoints that move money, hold its keys or say where it goes: a session alone is not enough. */
import * as contracts from '@tributary/contracts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { authenticator } from './support/authenticator.ts';
import {
  emailOf,
  password,
  startAuthorizationInstance,
} from './support/authorization/authorization-instance.ts';
import { admin } from './support/authorization/endpoints/admin.ts';
import { payments } from './support/authorization/endpoints/payments.ts';
import { payouts } from './support/authorization/endpoints/payouts.ts';
import { Browser, json } from './support/browser.ts';

const { url, db, users, idOf, pathOf } = await startAuthorizationInstance();
await db.transact((tx) => users.grantRole(tx, idOf('admin'), 'streamer', null));
const ROWS = { ...admin, ...payments, ...payouts };

const guarded = Object.values(contracts).flatMap((value) =>
  typeof value === 'object' && value !== null && 'recentProof' in value
    ? [`${value.method} ${value.path.replace(/:(\w+)/g, '{$1}')}`]
    : [],
);

/** A new session of the admin. */
async function signedIn(): Promise<Browser> {
  const browser = new Browser(url, { 'x-forwarded-for': '198.51.100.50' });
  const answer = await browser.post('/api/auth/sign-in/email', { email: emailOf('admin'), password });
  expect(answer.status).toBe(200);
  return browser;
}

/** What each of these endpoints answers. */
async function codesOf(browser: Browser): Promise<(string | undefined)[]> {
  const answers = guarded.map(async (operation) => {
    const [method = ''] = operation.split(' ');
    const body = method === 'DELETE' ? undefined : (ROWS[operation]?.body ?? {});
    return json<{ code?: string }>(await browser.request(method, await pathOf(operation), body)).code;
  });
  return Promise.all(answers);
}

const confirm = async (browser: Browser, proof: object) =>
  (await browser.post('/api/auth/confirm', proof)).status;

const required = guarded.map(() => 'proof_required');

it('guards refunds, payouts that an admin settles, confirmed crypto refunds, the keys of providers, withdrawals, and where creators are paid', () => {
  expect(guarded.toSorted()).toEqual([
    'DELETE /api/admin/payment-providers/{provider}/keys',
    'DELETE /api/me/payout-accounts/{provider}',
    'POST /api/admin/charges/{id}/crypto-refund',
    'POST /api/admin/charges/{id}/refunds',
    'POST /api/admin/payouts/{id}/complete',
    'POST /api/admin/payouts/{id}/fail',
    'POST /api/admin/refunds/{id}/close',
    'POST /api/me/payout-accounts/{provider}/onboarding',
    'POST /api/me/payouts',
    'PUT /api/admin/payment-providers/{provider}/keys',
    'PUT /api/me/crypto-account',
    'PUT /api/me/payout-accounts/{provider}/choice',
  ]);
});

it('refuses an admin who has not confirmed who they are, however recent the sign-in is', async () => {
  expect(await codesOf(await signedIn())).toEqual(required);
});

it('admits the session in which the password was confirmed for ten minutes, and no other', async () => {
  const [browser, other] = [await signedIn(), await signedIn()];
  expect(await confirm(browser, { password: 'not the password' })).toBe(422);
  expect(await confirm(browser, {})).toBe(422);
  expect(await codesOf(browser)).toEqual(required);
  expect(await confirm(browser, { password })).toBe(204);
  expect(await codesOf(browser)).not.toContain('proof_required');
  expect(await codesOf(other)).toEqual(required);
  await db.pool.query(
    "update sessions set proven_at = proven_at - interval '10 minutes' where user_id = $1 and proven_at is not null",
    [idOf('admin')],
  );
  expect(await codesOf(browser)).toEqual(required);
});

it('admits the session in which a code of the authenticator app was confirmed, and refuses a wrong code', async () => {
  // The wall clock is stopped, so that no time step ends in between.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const browser = await signedIn();
  const begun = await browser.post('/api/auth/two-factor/enable', { password });
  const code = authenticator(contracts.enableTwoFactor.response.parse(json(begun)).totpUri);
  await browser.post('/api/auth/two-factor/verify-totp', { code: await code(-1) });
  expect(await codesOf(browser)).toEqual(required);
  expect(await confirm(browser, { code: '000000' })).toBe(401);
  expect(await codesOf(browser)).toEqual(required);
  expect(await confirm(browser, { code: await code() })).toBe(204);
  expect(await codesOf(browser)).not.toContain('proof_required');
});
