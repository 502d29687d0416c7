import { enableTwoFactor, getSecurity, type SignInState } from '@tributary/contracts/identity';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  me,
  password,
  person,
  pointers,
  problem,
  SESSION_COOKIE,
  signedUp,
  signIn,
} from '../support/account-fixture.ts';
import { serveAccounts } from '../support/accounts-server.ts';
import { authenticator, fromBase32 } from '../support/authenticator.ts';
import { type Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

const db = await createTestDatabase();

// The wall clock is stopped, so that no time step ends during a test.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

async function withSecondFactor(browser: Browser) {
  const who = await signedUp(browser);
  const begun = await browser.post('/api/auth/two-factor/enable', { password });
  const { totpUri, backupCodes } = enableTwoFactor.response.parse(json(begun));
  const code = authenticator(totpUri);
  // Uses the previous step, so that the current one is left for the test.
  const first = await browser.post('/api/auth/two-factor/verify-totp', { code: await code(-1) });
  expect(first.status).toBe(200);
  return { who, code, backupCodes, secret: new URL(totpUri).searchParams.get('secret') ?? '' };
}

const security = async (browser: Browser) =>
  getSecurity.response.parse(json(await browser.get('/api/me/security')));

const verify = (browser: Browser, code: string) => browser.post('/api/auth/two-factor/verify-totp', { code });

describe('a second factor', () => {
  it('is enabled by a first valid code and reported by mail', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    const who = await signedUp(browser);
    const unproved = await browser.post('/api/auth/two-factor/enable', { password: 'not the password' });
    expect(pointers(unproved)).toEqual(['/password']);
    const begun = await browser.post('/api/auth/two-factor/enable', { password });
    const { totpUri, backupCodes } = enableTwoFactor.response.parse(json(begun));
    expect(backupCodes).toHaveLength(10);
    expect((await security(browser)).twoFactor.enabled).toBe(false);
    expect(json<SignInState>(await signIn(server.browser(), who))).toEqual({ state: 'signed_in' });

    expect(pointers(await verify(browser, '000000'))).toEqual(['/code']);
    expect((await verify(browser, await authenticator(totpUri)())).status).toBe(200);
    expect((await me(browser))?.username).toBe(who.username);
    expect((await security(browser)).twoFactor).toEqual({ enabled: true, backupCodesLeft: 10 });
    expect((await server.mails.next(who.email)).text).toContain('authenticator app');
  });

  it('is required after the password before the person is signed in', async () => {
    const server = await serveAccounts(db);
    const { who, code } = await withSecondFactor(server.browser());
    const browser = server.browser();
    const answer = await signIn(browser, who);
    expect(json(answer)).toEqual({ state: 'second_factor' });
    expect(browser.cookie(SESSION_COOKIE)).toBeUndefined();
    expect(await me(browser)).toBeNull();
    // The cookies of the first step give no access.
    for (const header of answer.setCookies) {
      const [name = '', value = ''] = (header.split(';', 1)[0] ?? '').split('=');
      const thief = server.browser();
      thief.setCookie(name, value);
      if (value !== '') expect(await me(thief)).toBeNull();
    }
    expect((await verify(browser, await code())).status).toBe(200);
    expect((await me(browser))?.username).toBe(who.username);
  });

  it('is also required after a code by mail and after confirming the address', async () => {
    const server = await serveAccounts(db);
    const { who, code } = await withSecondFactor(server.browser());
    await server.mails.next(who.email);
    const browser = server.browser();
    await browser.post('/api/auth/sign-in-code', { email: who.email });
    const otp = /\b\d{6}\b/.exec((await server.mails.next(who.email, 2)).text)?.[0];
    const byCode = await browser.post('/api/auth/sign-in/email-otp', { email: who.email, otp });
    expect(json(byCode)).toEqual({ state: 'second_factor' });
    expect(await me(browser)).toBeNull();
    expect((await verify(browser, await code())).status).toBe(200);

    await db.pool.query('update profiles set email_verified = false where email = $1', [who.email]);
    const confirming = await serveAccounts(db, { requireVerification: true });
    // The link signs in only a browser that signed up with the address.
    const other = confirming.browser();
    await other.post('/api/auth/sign-up/email', { ...person(), email: who.email });
    await other.post('/api/auth/send-verification-email', { email: who.email });
    const link = new URL(/http\S+token\S+/.exec((await confirming.mails.next(who.email, 2)).text)?.[0] ?? '');
    const opened = await other.get(link.pathname + link.search);
    expect(opened.headers.get('location')).toBe('/login?step=second-factor');
    expect(await me(other)).toBeNull();
    expect((await verify(other, await code(1))).status).toBe(200);
    expect((await me(other))?.username).toBe(who.username);
  });

  it('accepts each code once, also concurrently, and no earlier ones', async () => {
    const server = await serveAccounts(db);
    const { who, code } = await withSecondFactor(server.browser());
    const browsers = [1, 2, 3].map(() => server.browser());
    for (const browser of browsers) await signIn(browser, who);
    const now = await code();
    const answers = await Promise.all(browsers.map((browser) => verify(browser, now)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const used = answers.find(({ status }) => status === 401) ?? expect.fail();
    expect(problem(used)).toMatchObject({ code: 'code_used' });
    expect(pointers(used)).toEqual(['/code']);
    const late = server.browser();
    await signIn(late, who);
    expect((await verify(late, await code(-1))).status).toBe(401);
    expect((await verify(late, await code(1))).status).toBe(200);
  });

  it('limits the number of attempts', async () => {
    const server = await serveAccounts(db);
    const { who, code } = await withSecondFactor(server.browser());
    const browser = server.browser();
    await signIn(browser, who);
    const right = await code();
    const wrong = right === '000000' ? '111111' : '000000';
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await verify(browser, wrong)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 422]);
    expect((await verify(browser, await code(1))).status).toBe(401);
    expect(await me(browser)).toBeNull();
  });

  it('can be replaced by a backup code, each of them once', async () => {
    const server = await serveAccounts(db);
    const home = server.browser();
    const { who, backupCodes } = await withSecondFactor(home);
    const spend = async (code = '') => {
      const browser = server.browser();
      await signIn(browser, who);
      return browser.post('/api/auth/two-factor/verify-backup-code', { code });
    };
    expect((await spend(backupCodes[0])).status).toBe(200);
    expect(pointers(await spend(backupCodes[0]))).toEqual(['/code']);
    expect((await security(home)).twoFactor.backupCodesLeft).toBe(9);

    const replaced = await home.post('/api/auth/two-factor/backup-codes', { password });
    const { backupCodes: fresh } = json<{ backupCodes: string[] }>(replaced);
    expect((await spend(backupCodes[1])).status).toBe(401);
    expect((await spend(fresh[0])).status).toBe(200);
  });

  it('is stored encrypted, with hashed backup codes that cannot be entered', async () => {
    const server = await serveAccounts(db);
    const home = server.browser();
    const { who, secret, backupCodes } = await withSecondFactor(home);
    const { rows } = await db.pool.query('select * from two_factors');
    const stored = JSON.stringify(rows);
    for (const plain of [secret, fromBase32(secret), ...backupCodes]) expect(stored).not.toContain(plain);

    const { id } = (await me(home)) ?? expect.fail();
    const [hash] = JSON.parse(rows.find(({ user_id }) => user_id === id).backup_codes);
    const thief = server.browser();
    await signIn(thief, who);
    const refused = await thief.post('/api/auth/two-factor/verify-backup-code', { code: hash });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await me(thief)).toBeNull();
  });

  it('can only be disabled with the password', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    const { who } = await withSecondFactor(browser);
    expect(pointers(await browser.post('/api/auth/two-factor/disable', {}))).toEqual(['/password']);
    expect((await browser.post('/api/auth/two-factor/disable', { password })).status).toBe(204);
    expect(json(await signIn(server.browser(), who))).toEqual({ state: 'signed_in' });
  });
});
