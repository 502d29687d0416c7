/** Endpoints for which a session alone is not enough, such as those that move money or make admins. */
import * as contracts from '@tributary/contracts/all';
import type { Endpoint } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readSettings } from '../../src/platform/settings/index.ts';
import { authenticator } from '../support/authenticator.ts';
import { NEED_NO_PROOF, NEED_PROOF, NEED_PROOF_ABOUT_ADMINS } from '../support/authorization/admin-proof.ts';
import {
  emailOf,
  password,
  startAuthorizationInstance,
} from '../support/authorization/authorization-instance.ts';
import { admin } from '../support/authorization/endpoints/admin.ts';
import { payments } from '../support/authorization/endpoints/payments.ts';
import { payouts } from '../support/authorization/endpoints/payouts.ts';
import type { Actor } from '../support/authorization/rows.ts';
import { Browser, json } from '../support/browser.ts';

const { url, db, users, idOf, pathOf } = await startAuthorizationInstance();
await db.transact((tx) => users.grantRole(tx, idOf('admin'), 'streamer', null));
const ROWS = { ...admin, ...payments, ...payouts };

const endpoints = Object.values(contracts)
  .flatMap<unknown>(Object.values)
  .flatMap((value) =>
    typeof value === 'object' && value !== null && 'access' in value && 'path' in value
      ? [value as Endpoint]
      : [],
  );
const operationsOf = (some: readonly Endpoint[]) =>
  some.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).toSorted();
const ofAdmins = endpoints.filter(({ access, path }) => access === 'admin' || path.startsWith('/api/admin/'));
const guarded = operationsOf(endpoints.filter(({ recentProof }) => recentProof));

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
    const body = ['GET', 'DELETE'].includes(method) ? undefined : (ROWS[operation]?.body ?? {});
    return json<{ code?: string }>(await browser.request(method, await pathOf(operation), body)).code;
  });
  return Promise.all(answers);
}

const confirm = async (browser: Browser, proof: object) =>
  (await browser.post('/api/auth/confirm', proof)).status;

const required = guarded.map(() => 'proof_required');

it('are in one table, which knows of every endpoint of admins whether it needs a confirmation', () => {
  const known = [...NEED_PROOF, ...NEED_PROOF_ABOUT_ADMINS, ...NEED_NO_PROOF];
  expect(known.toSorted()).toEqual(operationsOf(ofAdmins));
  expect(operationsOf(ofAdmins.filter(({ recentProof }) => recentProof))).toEqual(NEED_PROOF.toSorted());
});

it('are, for creators, withdrawals and where they are paid', () => {
  expect(guarded.filter((operation) => !NEED_PROOF.includes(operation))).toEqual([
    'DELETE /api/me/payout-accounts/{provider}',
    'POST /api/me/payout-accounts/{provider}/onboarding',
    'POST /api/me/payouts',
    'PUT /api/me/crypto-account',
    'PUT /api/me/payout-accounts/{provider}/choice',
  ]);
});

describe('a stolen session of an admin', () => {
  const rolesOf = async (name: Actor) => (await users.find(idOf(name)))?.roles;

  it('makes nobody an admin, takes no admin’s role and changes no setting', async () => {
    const stolen = await signedIn();
    await db.transact((tx) => users.grantRole(tx, idOf('other'), 'admin', null));
    const settings = () => db.read(readSettings);
    const before = await settings();
    const roles = (name: Actor) => `/api/admin/users/${idOf(name)}/roles/admin`;
    const tried = [
      await stolen.put(roles('viewer'), undefined),
      await stolen.request('DELETE', roles('other')),
      await stolen.request('PATCH', '/api/admin/settings', { adminsNeedSecondFactor: false }),
      await stolen.request('PATCH', '/api/admin/settings', { platformFeeBasisPoints: 0 }),
      // What the way around would be: a code that opens an account, read in the outbox.
      await stolen.get('/api/admin/outbox'),
    ];
    expect(tried.map((answer) => json<{ code?: string }>(answer).code)).toEqual(
      tried.map(() => 'proof_required'),
    );
    expect(await rolesOf('viewer')).not.toContain('admin');
    expect(await rolesOf('other')).toContain('admin');
    expect(await settings()).toEqual(before);
    await db.transact((tx) => users.revokeRole(tx, idOf('other'), 'admin'));
  });

  it('bans no admin and returns no banned admin, by whichever endpoint, while others can be banned', async () => {
    const stolen = await signedIn();
    const ban = (name: Actor) => `/api/admin/users/${idOf(name)}/ban`;
    const statusOf = async (method: string, path: string, body?: object) => {
      const answer = await stolen.request(method, path, body);
      return answer.status === 204 ? 204 : json<{ code: string }>(answer).code;
    };
    const spam = { reason: 'Spam', days: null };
    /** Suspends what a new report is about. */
    const suspend = async (name: Actor) => {
      const reporter = new Browser(url, { 'x-forwarded-for': '198.51.100.60' });
      await reporter.post('/api/auth/sign-in/email', { email: emailOf('streamer'), password });
      const target = { kind: 'profile', id: idOf(name) };
      expect((await reporter.post('/api/reports', { target, reason: 'spam', details: '' })).status).toBe(204);
      const { items } = json<{ items: { id: string }[] }>(await stolen.get('/api/admin/reports'));
      const decision = { outcome: 'suspended', reason: 'spam', message: 'Spam', days: 1 };
      return statusOf('PUT', `/api/admin/reports/${items[0]?.id}/decision`, decision);
    };
    /** Lifts the ban of a person who appeals. */
    const lift = async (name: Actor) => {
      const appealId = uuidv7();
      await db.pool.query(
        "insert into appeals (id, user_id, banned_at, text) select $1, id, banned_at, 'It was not me' from profiles where id = $2",
        [appealId, idOf(name)],
      );
      const decision = { outcome: 'lifted', reply: 'We were wrong' };
      return statusOf('PUT', `/api/admin/appeals/${appealId}/decision`, decision);
    };

    expect(await suspend('viewer')).toBe(204);
    expect(await lift('viewer')).toBe(204);
    expect(await statusOf('PUT', ban('viewer'), spam)).toBe(204);
    expect(await statusOf('DELETE', ban('viewer'))).toBe(204);

    await db.transact((tx) => users.grantRole(tx, idOf('other'), 'admin', null));
    expect(await suspend('other')).toBe('proof_required');
    expect(await statusOf('PUT', ban('other'), spam)).toBe('proof_required');
    await db.transact((tx) => users.ban(tx, idOf('other'), { reason: null }));
    expect(await lift('other')).toBe('proof_required');
    expect(await statusOf('DELETE', ban('other'))).toBe('proof_required');
    expect((await users.find(idOf('other')))?.bannedAt).not.toBeNull();

    expect(await confirm(stolen, { password })).toBe(204);
    expect(await statusOf('DELETE', ban('other'))).toBe(204);
    expect(await statusOf('PUT', ban('other'), spam)).toBe(204);
  });
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
  const code = authenticator(contracts.identity.enableTwoFactor.response.parse(json(begun)).totpUri);
  await browser.post('/api/auth/two-factor/verify-totp', { code: await code(-1) });
  expect(await codesOf(browser)).toEqual(required);
  expect(await confirm(browser, { code: '000000' })).toBe(401);
  expect(await codesOf(browser)).toEqual(required);
  expect(await confirm(browser, { code: await code() })).toBe(204);
  expect(await codesOf(browser)).not.toContain('proof_required');
});
