import { enableTwoFactor, getSecurity, resetPassword } from '@tributary/contracts/identity';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { me, password, pointers, problem, signedUp, signIn } from '../support/account-fixture.ts';
import { serveAccounts } from '../support/accounts-server.ts';
import { authenticator } from '../support/authenticator.ts';
import { type Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { PasskeyDevice } from '../support/passkey-device.ts';

const db = await createTestDatabase();

// The wall clock is stopped, so that no time step of the authenticator ends during a test.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

type Server = Awaited<ReturnType<typeof serveAccounts>>;

/** A host name, since an IP address is not a valid relying party id (WebAuthn, section 5.1.2). */
const HOST = 'http://localhost';

async function serve(): Promise<Server & { origin: string }> {
  const server = await serveAccounts(db, { publicUrl: HOST });
  return { ...server, origin: HOST };
}

function browserOf(server: Server): Browser {
  const browser = server.browser();
  browser.headers.origin = HOST;
  return browser;
}

async function register(browser: Browser, device: PasskeyDevice, name?: string) {
  const options = json<Parameters<PasskeyDevice['create']>[0]>(
    await browser.post('/api/auth/passkey/creation-options', { password }),
  );
  return browser.post('/api/auth/passkey/create', { response: device.create(options), name });
}

async function assertion(browser: Browser, device: PasskeyDevice) {
  const options = json<Parameters<PasskeyDevice['get']>[0]>(
    await browser.post('/api/auth/passkey/request-options'),
  );
  return device.get(options);
}

const enter = async (browser: Browser, device: PasskeyDevice) =>
  browser.post('/api/auth/passkey/sign-in', { response: await assertion(browser, device) });

const passkeysOf = async (browser: Browser) =>
  getSecurity.response.parse(json(await browser.get('/api/me/security'))).passkeys;

describe('a passkey', () => {
  it('signs in without a password, until it is deleted', async () => {
    const server = await serve();
    const home = browserOf(server);
    const who = await signedUp(home);
    const device = new PasskeyDevice(HOST);
    expect((await register(home, device, 'Laptop')).status).toBe(204);
    const [passkey] = await passkeysOf(home);
    expect(passkey?.name).toBe('Laptop');
    expect((await server.mails.next(who.email)).text).toContain('passkey');

    const browser = browserOf(server);
    const answer = await enter(browser, device);
    expect(json(answer)).toEqual({ state: 'signed_in' });
    expect((await me(browser))?.username).toBe(who.username);

    const stranger = browserOf(server);
    await signedUp(stranger);
    const deletion = { id: passkey?.id, password };
    expect((await stranger.post('/api/auth/passkey/delete', deletion)).status).toBe(404);
    expect((await home.post('/api/auth/passkey/delete', deletion)).status).toBe(204);
    expect(await passkeysOf(home)).toEqual([]);
    expect((await enter(browserOf(server), device)).status).toBe(401);
  });

  it('is only accepted if the device verified the user', async () => {
    const server = await serve();
    const home = browserOf(server);
    await signedUp(home);
    const device = new PasskeyDevice(HOST);
    device.verifies = false;
    expect(problem(await register(home, device)).code).toBe('user_not_verified');
    expect(await passkeysOf(home)).toEqual([]);
    device.verifies = true;
    expect((await register(home, device)).status).toBe(204);
    device.verifies = false;
    const browser = browserOf(server);
    expect(problem(await enter(browser, device)).code).toBe('user_not_verified');
    expect(await me(browser)).toBeNull();
  });

  it('does not bypass a ban, of which the answer links to the appeal', async () => {
    const server = await serve();
    const home = browserOf(server);
    await signedUp(home);
    const device = new PasskeyDevice(HOST);
    await register(home, device);
    const id = (await me(home))?.id ?? expect.fail();
    await db.transact((tx) => server.identity.users.ban(tx, id, { reason: 'Spam' }));
    const browser = browserOf(server);
    const refused = problem(await enter(browser, device));
    expect(refused).toMatchObject({ code: 'banned', link: expect.stringMatching(/^\/appeal\?token=/) });
    expect(await me(browser)).toBeNull();
  });

  it('answers a challenge once, for the same browser and site', async () => {
    const server = await serve();
    const home = browserOf(server);
    await signedUp(home);
    const device = new PasskeyDevice(HOST);
    await register(home, device);
    const browser = browserOf(server);
    const response = await assertion(browser, device);
    const thief = browserOf(server);
    expect((await thief.post('/api/auth/passkey/sign-in', { response })).status).toBe(422);
    const cookies = browser.cookieHeader();
    expect((await browser.post('/api/auth/passkey/sign-in', { response })).status).toBe(200);
    const replaying = browserOf(server);
    for (const pair of cookies.split('; ')) {
      const at = pair.indexOf('=');
      replaying.setCookie(pair.slice(0, at), pair.slice(at + 1));
    }
    expect((await replaying.post('/api/auth/passkey/sign-in', { response })).status).toBe(422);
    const phisher = new PasskeyDevice('https://evil.example');
    expect((await register(home, phisher)).status).toBeGreaterThanOrEqual(400);
    expect(await passkeysOf(home)).toHaveLength(1);
  });

  it('is added and deleted with the password only, however recent the sign-in is', async () => {
    const server = await serve();
    const home = browserOf(server);
    await signedUp(home);
    const device = new PasskeyDevice(HOST);
    for (const body of [{}, { password: 'not the password' }]) {
      expect(pointers(await home.post('/api/auth/passkey/creation-options', body))).toEqual(['/password']);
    }
    // The challenge of a sign-in does not add one either.
    const { challenge } = json<{ challenge: string }>(await home.post('/api/auth/passkey/request-options'));
    const response = device.create({ challenge, rp: { id: 'localhost' } });
    expect((await home.post('/api/auth/passkey/create', { response })).status).toBe(422);
    expect(await passkeysOf(home)).toEqual([]);

    await db.pool.query("update sessions set created_at = now() - interval '25 hours'");
    expect((await register(home, device)).status).toBe(204);
    const [passkey] = await passkeysOf(home);
    for (const body of [{}, { password: 'not the password' }]) {
      const refused = await home.post('/api/auth/passkey/delete', { id: passkey?.id, ...body });
      expect(pointers(refused)).toEqual(['/password']);
    }
    expect(await passkeysOf(home)).toHaveLength(1);
  });

  it('is also added and deleted with codes of the authenticator app', async () => {
    const server = await serve();
    const home = browserOf(server);
    await signedUp(home);
    const options = (code: string) => home.post('/api/auth/passkey/creation-options', { code });
    expect(problem(await options('000000')).code).toBe('no_authenticator');
    const begun = await home.post('/api/auth/two-factor/enable', { password });
    const code = authenticator(enableTwoFactor.response.parse(json(begun)).totpUri);
    // A code does not complete the setup by the way.
    expect(problem(await options(await code(-1))).code).toBe('no_authenticator');
    await home.post('/api/auth/two-factor/verify-totp', { code: await code(-1) });

    const device = new PasskeyDevice(HOST);
    const created = await options(await code());
    const response = device.create(json<Parameters<PasskeyDevice['create']>[0]>(created));
    expect((await home.post('/api/auth/passkey/create', { response })).status).toBe(204);
    const [passkey] = await passkeysOf(home);
    const remove = async (given: string) =>
      home.post('/api/auth/passkey/delete', { id: passkey?.id, code: given });
    expect(problem(await remove(await code())).code).toBe('code_used');
    expect((await remove(await code(1))).status).toBe(204);
    expect(await passkeysOf(home)).toEqual([]);
  });

  it('cannot be added by guessing codes of the authenticator app', async () => {
    const server = await serve();
    const home = browserOf(server);
    await signedUp(home);
    const begun = await home.post('/api/auth/two-factor/enable', { password });
    const code = authenticator(enableTwoFactor.response.parse(json(begun)).totpUri);
    await home.post('/api/auth/two-factor/verify-totp', { code: await code(-1) });
    const right = await code();
    const wrong = right === '000000' ? '111111' : '000000';
    const attempt = async (given: string) =>
      (await home.post('/api/auth/passkey/creation-options', { code: given })).status;
    for (let n = 0; n < 5; n++) expect(await attempt(wrong)).toBe(401);
    expect(await attempt(right)).toBe(429);
  });

  it('is added to an account without a password within ten minutes of signing in', async () => {
    const server = await serve();
    const home = browserOf(server);
    const who = await signedUp(home);
    const add = async () => (await home.post('/api/auth/passkey/creation-options')).status;
    await db.pool.query(
      "delete from accounts where provider_id = 'credential' and user_id = (select id from profiles where email = $1)",
      [who.email],
    );
    expect(await add()).toBe(200);
    await db.pool.query("update sessions set created_at = now() - interval '1 hour'");
    expect(await add()).toBe(403);
  });
});

describe('a password reset', () => {
  async function reset(server: Server, email: string) {
    await browserOf(server).post('/api/auth/request-password-reset', { email });
    const { text } = await server.mails.next(email, server.mails.to(email).length + 1);
    const token = new URL(/http\S+/.exec(text)?.[0] ?? '').searchParams.get('token');
    const answer = await browserOf(server).post('/api/auth/reset-password', { token, newPassword });
    return resetPassword.response.parse(json(answer));
  }
  const newPassword = 'another long phrase';

  it('offers to delete passkeys of the account without a sign-in, for 15 minutes', async () => {
    const server = await serve();
    const home = browserOf(server);
    const who = await signedUp(home);
    for (const name of ['Mine', 'Not mine']) await register(home, new PasskeyDevice(HOST), name);
    const other = browserOf(server);
    const stranger = await signedUp(other);
    await register(other, new PasskeyDevice(HOST));
    const [theirs] = await passkeysOf(other);
    await server.mails.next(stranger.email);
    await server.mails.next(who.email, 2);

    const { passkeys, reviewToken } = await reset(server, who.email);
    expect(passkeys.map(({ name }) => name)).toEqual(['Mine', 'Not mine']);
    const remove = (id: string | undefined, token = reviewToken) =>
      browserOf(server).post('/api/auth/reset-password/delete-passkey', { reviewToken: token, id });
    expect((await remove(theirs?.id)).status).toBe(404);
    expect((await remove(passkeys[1]?.id, 'x'.repeat(32))).status).toBe(403);
    expect((await remove(passkeys[1]?.id)).status).toBe(204);
    await db.pool.query("update verifications set expires_at = expires_at - interval '16 minutes'");
    expect(problem(await remove(passkeys[0]?.id)).code).toBe('review_ended');

    const browser = browserOf(server);
    await signIn(browser, { ...who, password: newPassword });
    expect((await passkeysOf(browser)).map(({ name }) => name)).toEqual(['Mine']);
  });

  it('offers nothing to an account without passkeys', async () => {
    const server = await serve();
    const who = await signedUp(browserOf(server));
    expect(await reset(server, who.email)).toEqual({ passkeys: [], reviewToken: null });
  });
});
