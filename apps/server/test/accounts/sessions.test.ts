import { getSigningKeys, issueAccessToken, listSessions } from '@tributary/contracts/identity';
import { createLocalJWKSet, decodeJwt, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { me, problem, signedUp, signIn } from '../support/account-fixture.ts';
import { serveAccounts } from '../support/accounts-server.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

const db = await createTestDatabase();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const sessions = async (browser: Browser) =>
  listSessions.response.parse(json(await browser.get('/api/me/sessions'))).sessions;

async function signedInTwice() {
  const server = await serveAccounts(db);
  const here = new Browser(server.url, { 'user-agent': FIREFOX });
  const there = new Browser(server.url, { 'user-agent': PHONE });
  const who = await signedUp(here);
  await signIn(there, who);
  return { server, who, here, there };
}

describe('the list of sessions', () => {
  it('shows the device, location and time, and marks the current session', async () => {
    const { here, there } = await signedInTwice();
    const listed = await sessions(here);
    expect(listed.map(({ device, current }) => ({ device, current }))).toEqual(
      expect.arrayContaining([
        { device: 'Firefox on Linux', current: true },
        { device: 'Safari on iPhone', current: false },
      ]),
    );
    expect((await sessions(there)).find(({ current }) => current)?.device).toBe('Safari on iPhone');
    for (const { ipAddress, place, createdAt, expiresAt } of listed) {
      expect(place).toBe('local');
      expect(ipAddress).toBe('127.0.0.1');
      expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(createdAt));
    }
  });

  it('is ordered by last use, to a precision of some minutes', async () => {
    const { here, there } = await signedInTwice();
    await db.pool.query("update sessions set last_used_at = now() - interval '1 hour'");
    await me(there);
    const [first, second] = await sessions(here);
    expect(first?.device).toBe('Safari on iPhone');
    expect(Date.parse(first?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(second?.lastUsedAt ?? ''));
  });

  it('can end one of the person’s own sessions only', async () => {
    const { server, here, there } = await signedInTwice();
    const other = (await sessions(here)).find(({ current }) => !current)?.id;
    const stranger = server.browser();
    await signedUp(stranger);
    const refused = await stranger.request('DELETE', `/api/me/sessions/${other}`);
    expect(problem(refused).code).toBe('session_not_found');
    expect(await me(there)).not.toBeNull();
    expect((await here.request('DELETE', `/api/me/sessions/${other}`)).status).toBe(204);
    expect(await me(there)).toBeNull();
    expect(await me(here)).not.toBeNull();
    expect((await here.request('DELETE', `/api/me/sessions/${other}`)).status).toBe(404);
    expect((await here.request('DELETE', '/api/me/sessions/nonsense')).status).toBe(404);
  });

  it('has one session per browser, however often it signs in', async () => {
    const { who, here } = await signedInTwice();
    await signIn(here, who);
    expect((await signIn(here, { ...who, password: 'not the password' })).status).toBe(401);
    expect((await sessions(here)).map(({ device }) => device).sort()).toEqual([
      'Firefox on Linux',
      'Safari on iPhone',
    ]);
  });

  it('can end all other sessions, or all of them', async () => {
    const { who, here, there } = await signedInTwice();
    expect((await here.request('DELETE', '/api/me/sessions')).status).toBe(204);
    expect(await me(there)).toBeNull();
    expect(await sessions(here)).toHaveLength(1);
    await signIn(there, who);
    expect((await there.post('/api/auth/sign-out-everywhere')).status).toBe(204);
    expect(await me(there)).toBeNull();
    expect(await me(here)).toBeNull();
  });
});

const draw = async (browser: Browser) =>
  issueAccessToken.response.parse(json(await browser.post('/api/auth/token')));

/** A client with an access token and no cookie. */
const bearer = (url: string, token: string) => new Browser(url, { authorization: `Bearer ${token}` });

describe('an access token', () => {
  it('authenticates for ten minutes and contains no roles', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    const who = await signedUp(browser);
    const { accessToken, expiresAt, user } = await draw(browser);
    expect(user).toEqual({ id: (await me(browser))?.id, email: who.email });
    const claims = decodeJwt(accessToken);
    expect(claims).toMatchObject({ sub: user.id, iss: server.url, aud: server.url });
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(600);
    expect(Date.parse(expiresAt)).toBe((claims.exp ?? 0) * 1000);

    const program = bearer(server.url, accessToken);
    expect((await sessions(program)).map(({ current }) => current)).toEqual([true]);
    expect((await program.get('/api/me/stream-key')).status).toBe(403);
    await browser.post('/api/me/streamer');
    expect((await program.get('/api/me/stream-key')).status).toBe(200);
  });

  it('can be verified with the public keys, which contain nothing private', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    await signedUp(browser);
    const { accessToken } = await draw(browser);
    const answer = await server.browser().get('/.well-known/jwks.json');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
    const { keys } = getSigningKeys.response.parse(json(answer));
    for (const key of keys) expect(key).not.toHaveProperty('d');
    const verified = await jwtVerify(accessToken, createLocalJWKSet({ keys: keys as never }), {
      issuer: server.url,
    });
    expect(verified.protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
    const { rows } = await db.pool.query('select private_jwk from signing_keys');
    for (const { private_jwk } of rows) expect(private_jwk).toMatch(/^v1\./);
  });

  it('ends with its session and with a ban', async () => {
    const { server, who, here, there } = await signedInTwice();
    const token = (await draw(there)).accessToken;
    const program = bearer(server.url, token);
    expect((await program.get('/api/me/security')).status).toBe(200);
    await here.request('DELETE', '/api/me/sessions');
    expect((await program.get('/api/me/security')).status).toBe(401);
    const own = bearer(server.url, (await draw(here)).accessToken);
    const id = (await server.identity.users.findByUsername(who.username))?.id ?? expect.fail();
    await db.pool.query('update profiles set banned_at = now() where id = $1', [id]);
    expect((await own.get('/api/me/security')).status).toBe(401);
  });

  it('is issued for the cookie only, never for a token', async () => {
    const server = await serveAccounts(db);
    expect((await server.browser().post('/api/auth/token')).status).toBe(401);
    const browser = server.browser();
    await signedUp(browser);
    const program = bearer(server.url, (await draw(browser)).accessToken);
    expect((await program.post('/api/auth/token')).status).toBe(401);
  });

  it('is issued to many tabs concurrently, also while the session is extended', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    await signedUp(browser);
    await db.pool.query("update sessions set expires_at = expires_at - interval '2 days'");
    const grants = await Promise.all(Array.from({ length: 8 }, () => draw(browser)));
    expect(new Set(grants.map(({ accessToken }) => accessToken)).size).toBe(8);
    for (const { accessToken } of grants) {
      expect((await bearer(server.url, accessToken).get('/api/me/security')).status).toBe(200);
    }
    expect(await sessions(browser)).toHaveLength(1);
  });

  it('cannot be forged', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    await signedUp(browser);
    const { accessToken } = await draw(browser);
    const [header = '', payload = '', signature = ''] = accessToken.split('.');
    const claims = decodeJwt(accessToken);
    const stolen = await generateKeyPair('EdDSA', { extractable: true });
    const kid = (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid;
    const sign = (over: object, head: object = {}) =>
      new SignJWT({ ...claims, ...over })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...head })
        .sign(stolen.privateKey);
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    const publicJwk = await exportJWK(stolen.publicKey);
    for (const forged of [
      `${header}.${payload}.`,
      `${none}.${payload}.`,
      `${header}.${Buffer.from('{}').toString('base64url')}.${signature}`,
      await sign({}),
      await sign({}, { kid: 'another' }),
      await sign({}, { jwk: publicJwk, kid: undefined }),
      'nonsense',
    ]) {
      expect((await bearer(server.url, forged).get('/api/me/security')).status).toBe(401);
    }
    // Tokens of another instance and expired ones.
    const other = await serveAccounts(db);
    expect((await bearer(other.url, accessToken).get('/api/me/security')).status).toBe(401);
  });
});
