/** The help of admins for people who have lost their password or their second factor. */
import { enableTwoFactor, makePasswordResetLink, type SignInState } from '@tributary/contracts/identity';
import type { Role, UserId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { me, password, problem, signedUp, signIn } from '../support/account-fixture.ts';
import { serveAccounts } from '../support/accounts-server.ts';
import { authenticator } from '../support/authenticator.ts';
import { type Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

const db = await createTestDatabase();
const other = 'a wholly different password';

const idOf = async (browser: Browser): Promise<UserId> =>
  (await me(browser))?.id ?? expect.fail('Nobody is signed in');

/** An admin who has just confirmed who they are. */
async function adminOf({ browser: open, identity }: Awaited<ReturnType<typeof serveAccounts>>) {
  const browser = open();
  await signedUp(browser, 'admin');
  const id = await idOf(browser);
  const role: Role = 'admin';
  await db.transact((tx) => identity.users.grantRole(tx, id, role, null));
  expect((await browser.post('/api/auth/confirm', { password })).status).toBe(204);
  return { browser, id };
}

const actionsOn = async (id: UserId): Promise<string[]> => {
  const { rows } = await db.pool.query<{ action: string }>(
    'select action from audit_log where subject_id = $1 order by id',
    [id],
  );
  return rows.map(({ action }) => action);
};

it('sets a new password once with the link that an admin has made, and tells the account of it', async () => {
  const server = await serveAccounts(db);
  const admin = await adminOf(server);
  const browser = server.browser();
  const who = await signedUp(browser);
  const id = await idOf(browser);

  const answer = await admin.browser.post(`/api/admin/users/${id}/password-reset/link`);
  const { url } = makePasswordResetLink.response.parse(json(answer));
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect((await server.mails.next(who.email)).text).toContain('An admin made a link');
  const token = new URL(url).searchParams.get('token');
  const reset = (newPassword: string) =>
    server.browser().post('/api/auth/reset-password', { token, newPassword });
  expect((await reset(other)).status).toBe(200);
  // An admin passed the link on, so nothing was emailed.
  expect((await server.mails.next(who.email, 2)).text).toContain('with a link for a new password');
  expect((await reset('one more different password')).status).toBeGreaterThanOrEqual(400);

  expect(await me(browser)).toBeNull();
  expect(json<SignInState>(await signIn(server.browser(), { ...who, password: other }))).toEqual({
    state: 'signed_in',
  });
  expect(await actionsOn(id)).toEqual(['user.reset_link_made']);
});

it('mails a link for a new password when an admin asks for it', async () => {
  const server = await serveAccounts(db);
  const admin = await adminOf(server);
  const browser = server.browser();
  const who = await signedUp(browser);
  const id = await idOf(browser);
  expect((await admin.browser.post(`/api/admin/users/${id}/password-reset/mail`)).status).toBe(204);
  const { text } = await server.mails.next(who.email);
  expect(text).toContain('An admin of');
  const [, token] = /token=(\S+)/.exec(text) ?? [];
  const reset = await server.browser().post('/api/auth/reset-password', { token, newPassword: other });
  expect(reset.status).toBe(200);
  expect(await actionsOn(id)).toEqual(['user.reset_mailed']);
});

it('signs in with the password alone after an admin has removed the second factor, and is signed out elsewhere', async () => {
  const server = await serveAccounts(db);
  const admin = await adminOf(server);
  const browser = server.browser();
  const who = await signedUp(browser);
  const id = await idOf(browser);
  const begun = enableTwoFactor.response.parse(
    json(await browser.post('/api/auth/two-factor/enable', { password })),
  );
  const code = await authenticator(begun.totpUri)();
  expect((await browser.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200);
  expect((await server.mails.next(who.email)).text).toContain('authenticator app');
  expect(json(await signIn(server.browser(), who))).toEqual({ state: 'second_factor' });

  const remove = () => admin.browser.request('DELETE', `/api/admin/users/${id}/second-factor`);
  expect((await remove()).status).toBe(204);
  expect((await server.mails.next(who.email, 2)).text).toContain('An admin removed your authenticator app');
  expect(await me(browser)).toBeNull();
  expect(json(await signIn(server.browser(), who))).toEqual({ state: 'signed_in' });
  expect(problem(await remove()).code).toBe('no_authenticator');
  expect(await actionsOn(id)).toEqual(['user.second_factor_removed']);
});

it('is for other accounts only, since admins use their own settings', async () => {
  const server = await serveAccounts(db);
  const admin = await adminOf(server);
  const own = `/api/admin/users/${admin.id}`;
  expect(problem(await admin.browser.post(`${own}/password-reset/link`)).code).toBe('own_account');
  expect(problem(await admin.browser.request('DELETE', `${own}/second-factor`)).code).toBe('own_account');
  expect(await actionsOn(admin.id)).toEqual([]);
});
