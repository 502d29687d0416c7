import { getSecurity } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { me, problem, signedUp } from './support/account-fixture.ts';
import { serveAccounts } from './support/accounts-server.ts';
import { type Browser, json } from './support/browser.ts';
import { createTestDatabase } from './support/database.ts';
import { PasskeyDevice } from './support/passkey-device.ts';

const db = await createTestDatabase();

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
    await browser.post('/api/auth/passkey/creation-options'),
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
    expect((await stranger.request('DELETE', `/api/auth/passkeys/${passkey?.id}`)).status).toBe(404);
    expect((await home.request('DELETE', `/api/auth/passkeys/${passkey?.id}`)).status).toBe(204);
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

  it('can only be added soon after signing in', async () => {
    const server = await serve();
    const home = browserOf(server);
    const who = await signedUp(home);
    await db.pool.query(
      "update sessions set created_at = now() - interval '25 hours' where user_id = (select id from profiles where email = $1)",
      [who.email],
    );
    const answer = await home.post('/api/auth/passkey/creation-options');
    expect(answer.status).toBe(403);
    expect(problem(answer).title).toMatch(/^Sign in again/);
  });
});
