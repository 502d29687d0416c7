import { type IngestAccess, ingestAccess } from '@tributary/contracts/channels';
import { streamerData } from '@tributary/contracts/identity';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashSessionToken } from '../../src/features/identity/sessions/session-tokens.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import {
  SESSION_COOKIE as COOKIE,
  me,
  password,
  person,
  problem,
  signedUp,
  signIn,
} from '../support/account-fixture.ts';
import { serveAccounts } from '../support/accounts-server.ts';
import { type Answer, Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

const db = await createTestDatabase();

const linkIn = ({ text }: { text: string }) => {
  const { pathname, search } = new URL(/http\S+/.exec(text)?.[0] ?? '');
  return pathname + search;
};

describe('an account, from sign-up to sign-out', () => {
  it('becomes a streamer, reads and rotates its key, and is signed out completely', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    expect(await me(browser)).toBeNull();

    const who = await signedUp(browser);
    expect(await me(browser)).toMatchObject({
      username: who.username,
      email: who.email,
      displayName: who.username,
      bio: '',
      avatar: null,
      roles: ['viewer'],
      primaryRole: 'viewer',
      streamerData: null,
    });

    expect((await browser.get('/api/me/stream-key')).status).toBe(403);
    const data = streamerData.parse(json(await browser.post('/api/me/streamer')));
    expect(data).toMatchObject({ totalEarnings: 0, totalViews: 0, totalDonations: 0, isVerified: false });
    expect(await me(browser)).toMatchObject({
      roles: ['streamer', 'viewer'],
      primaryRole: 'streamer',
      streamerData: data,
    });

    const first = ingestAccess.parse(json(await browser.get('/api/me/stream-key')));
    expect(first.rtmpUrl).toBe('rtmp://127.0.0.1/live');
    expect(json<IngestAccess>(await browser.get('/api/me/stream-key'))).toEqual(first);
    const second = ingestAccess.parse(json(await browser.post('/api/me/stream-key/rotate')));
    expect(second.streamKey).not.toBe(first.streamKey);
    expect(data.streamKey).not.toContain(second.streamKey.slice(-40));
    expect(await server.channels.authorizeKey(first.streamKey)).toBeNull();
    expect(await server.channels.authorizeKey(second.streamKey)).toMatchObject({ username: who.username });

    const cookie = browser.cookie(COOKIE) ?? '';
    expect((await browser.post('/api/auth/sign-out')).status).toBe(204);
    expect(browser.cookie(COOKIE)).toBeUndefined();
    browser.setCookie(COOKIE, cookie);
    expect(await me(browser)).toBeNull();

    expect(
      (await browser.post('/api/auth/sign-in/email', { email: who.email.toUpperCase(), password })).status,
    ).toBe(200);
    expect((await me(browser))?.username).toBe(who.username);
  });

  it('reads its roles and streamer data by id, and nobody else’s', async () => {
    const server = await serveAccounts(db);
    const [browser, stranger] = [server.browser(), server.browser()];
    await signedUp(browser);
    await signedUp(stranger);
    const id = (await me(browser))?.id ?? expect.fail();
    const read = async (part: string) => json(await browser.get(`/api/users/${id}/${part}`));
    expect(await read('roles')).toEqual({ roles: ['viewer'], primaryRole: 'viewer' });
    expect(await read('streamer-data')).toEqual({ streamerData: null });
    await browser.post('/api/me/streamer');
    expect(await read('roles')).toEqual({ roles: ['streamer', 'viewer'], primaryRole: 'streamer' });
    expect(await read('streamer-data')).toEqual({ streamerData: (await me(browser))?.streamerData });
    for (const part of ['roles', 'streamer-data'])
      expect(problem(await stranger.get(`/api/users/${id}/${part}`)).code).toBe('user_not_found');
  });

  it('stores title and category of its streams', async () => {
    const browser = (await serveAccounts(db)).browser();
    const who = await signedUp(browser);
    await browser.post('/api/me/streamer');
    expect(json(await browser.get('/api/me/stream-settings'))).toMatchObject({
      title: `Live with ${who.username}`,
      category: 'Gaming',
    });
    const settings = { title: '  Baking bread ', category: 'Food', tags: ['sourdough'], isMature: false };
    expect(json(await browser.put('/api/me/stream-settings', settings))).toMatchObject({
      ...settings,
      title: 'Baking bread',
    });
    expect(json(await browser.get('/api/me/stream-settings'))).toMatchObject({
      ...settings,
      title: 'Baking bread',
    });
    const refused = problem(
      await browser.put('/api/me/stream-settings', { ...settings, title: '', category: 'Live' }),
    );
    expect(refused.errors?.map(({ pointer }) => pointer).sort()).toEqual(['/category', '/title']);
  });
});

describe('the session', () => {
  it('is a cookie that scripts cannot read and other sites do not send', async () => {
    const browser = (await serveAccounts(db)).browser();
    const answer = await browser.post('/api/auth/sign-up/email', person());
    const cookie = answer.setCookies.find((header) => header.startsWith(COOKIE)) ?? '';
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).not.toMatch(/; Secure/);
    const token = decodeURIComponent(browser.cookie(COOKIE) ?? '').split('.', 1)[0] ?? '';
    expect(token).toHaveLength(32);
    for (const { text } of [answer, await browser.get('/api/me'), await browser.get('/api/me/sessions')]) {
      expect(text).not.toContain(token);
    }
  });

  it('is sent over TLS only if the public URL is https', async () => {
    const server = await serveAccounts(db, { publicUrl: 'https://live.example.org' });
    const browser = new Browser(server.url, { origin: 'https://live.example.org' });
    const answer = await browser.post('/api/auth/sign-up/email', person());
    expect(answer.setCookies.find((header) => header.startsWith(`__Secure-${COOKIE}=`))).toMatch(/; Secure/);
  });

  it('is stored as a hash, also after it is extended', async () => {
    const browser = (await serveAccounts(db)).browser();
    const who = await signedUp(browser);
    const token = decodeURIComponent(browser.cookie(COOKIE) ?? '').split('.', 1)[0] ?? '';
    const stored = async () => {
      const { rows } = await db.pool.query(
        'select s.* from sessions s join profiles p on p.id = s.user_id where p.email = $1',
        [who.email],
      );
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(rows[0].token_hash).toBe(hashSessionToken(token));
      return rows[0] as { id: string; expires_at: Date };
    };
    const { id, expires_at: before } = await stored();
    // Last used two days ago, so the next use extends it.
    await db.pool.query("update sessions set expires_at = expires_at - interval '2 days' where id = $1", [
      id,
    ]);
    const answer = await browser.get('/api/me');
    expect(answer.setCookies.some((header) => header.startsWith(COOKIE))).toBe(true);
    expect((await stored()).expires_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect((await me(browser))?.email).toBe(who.email);
  });

  it('cannot be derived from the database or used with a changed signature', async () => {
    const browser = (await serveAccounts(db)).browser();
    await signedUp(browser);
    const cookie = decodeURIComponent(browser.cookie(COOKIE) ?? '');
    const [token = '', signature = ''] = cookie.split('.');
    for (const forged of [
      `${hashSessionToken(token)}.${signature}`,
      hashSessionToken(token),
      token,
      `${token}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      '.',
      '',
      '%',
    ]) {
      browser.setCookie(COOKIE, encodeURIComponent(forged));
      expect(await me(browser)).toBeNull();
      expect((await browser.post('/api/me/streamer')).status).toBe(401);
    }
  });

  it('ends when it expires', async () => {
    const browser = (await serveAccounts(db)).browser();
    const who = await signedUp(browser);
    await db.pool.query(
      "update sessions set expires_at = now() - interval '1 second' where user_id = (select id from profiles where email = $1)",
      [who.email],
    );
    expect((await browser.post('/api/me/streamer')).status).toBe(401);
    expect(await me(browser)).toBeNull();
  });

  it('is deleted from the database after it expired', async () => {
    const server = await serveAccounts(db);
    await signedUp(server.browser());
    await db.pool.query("update sessions set expires_at = now() - interval '1 second'");
    await signedUp(server.browser());
    expect((await db.pool.query('select from sessions')).rowCount).toBe(1);
  });
});

describe('access', () => {
  const guarded = [
    ['POST', '/api/me/streamer'],
    ['GET', '/api/me/stream-key'],
    ['POST', '/api/me/stream-key/rotate'],
    ['GET', '/api/me/stream-settings'],
    ['PUT', '/api/me/stream-settings'],
  ] as const;

  it('is refused without a sign-in, in the words of the specification', async () => {
    const browser = (await serveAccounts(db)).browser();
    for (const [method, path] of guarded) {
      const answer = await browser.request(method, path, method === 'GET' ? undefined : {});
      expect(answer.status).toBe(401);
      expect(problem(answer).title).toBe('Not authenticated');
    }
  });

  it('follows changes of roles at once', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    const who = await signedUp(browser);
    for (const [method, path] of guarded.slice(1)) {
      expect((await browser.request(method, path, method === 'GET' ? undefined : {})).status).toBe(403);
    }
    await browser.post('/api/me/streamer');
    expect((await browser.get('/api/me/stream-key')).status).toBe(200);
    const id = (await server.identity.users.findByUsername(who.username))?.id;
    await db.transact((tx) => server.identity.users.revokeRole(tx, id ?? expect.fail(), 'streamer'));
    expect((await browser.get('/api/me/stream-key')).status).toBe(403);
  });

  it('is refused to requests from other sites', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    await signedUp(browser);
    browser.headers.origin = 'https://evil.example';
    browser.headers['sec-fetch-site'] = 'cross-site';
    expect((await browser.post('/api/me/streamer')).status).toBe(403);
    expect((await browser.post('/api/auth/sign-out')).status).toBe(403);
    expect((await browser.post('/api/auth/sign-in/email', { email: 'a@example.org', password })).status).toBe(
      403,
    );
  });

  it('exposes no other endpoint of better-auth', async () => {
    const browser = (await serveAccounts(db)).browser();
    await signedUp(browser);
    for (const path of [
      'update-user',
      'delete-user',
      'get-session',
      'list-sessions',
      'revoke-session',
      'sign-in/social',
      'link-social',
      'email-otp/reset-password',
      'email-otp/verify-email',
      'two-factor/view-backup-codes',
      'passkey/update-passkey',
    ]) {
      expect((await browser.post(`/api/auth/${path}`, { name: 'x', newEmail: 'x@example.org' })).status).toBe(
        404,
      );
    }
  });
});

describe('a ban', () => {
  it('ends the sessions and refuses new ones with the reason', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    const who = await signedUp(browser);
    const id = (await me(browser))?.id ?? expect.fail();
    await db.transact((tx) => server.identity.users.ban(tx, id, { reason: 'Spam' }));
    expect(await me(browser)).toBeNull();
    const answer = await server.browser().post('/api/auth/sign-in/email', who);
    expect(answer.status).toBe(403);
    expect(problem(answer)).toMatchObject({ code: 'banned', title: 'This account is banned: Spam' });
    expect(problem(answer).link).toMatch(/^\/appeal\?token=/);
    // The ban is only revealed with the right password.
    const guess = await server
      .browser()
      .post('/api/auth/sign-in/email', { ...who, password: 'not the password' });
    expect(problem(guess)).toMatchObject({ code: 'invalid_email_or_password' });
    expect(problem(guess).link).toBeUndefined();
    await db.transact((tx) => server.identity.users.unban(tx, id));
    expect((await server.browser().post('/api/auth/sign-in/email', who)).status).toBe(200);
  });

  it('also prevents a session that is created concurrently', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    await signedUp(browser);
    const id = (await me(browser))?.id ?? expect.fail();
    await db.kysely.updateTable('profiles').set({ banned_at: sql`now()` }).where('id', '=', id).execute();
    expect(await me(browser)).toBeNull();
    expect((await browser.post('/api/me/streamer')).status).toBe(401);
  });
});

describe('sign-up', () => {
  it.each([
    ['a short password', { password: 'too short' }],
    ['an endless password', { password: 'x'.repeat(129) }],
    ['no username', { username: undefined }],
    ['a username that is none', { username: 'no spaces!' }],
    ['an address that is none', { email: 'nobody' }],
    ['a name as long as a novel', { name: 'x'.repeat(61) }],
    ['a reserved name', { username: 'Admin' }],
  ])('refuses %s', async (_, wrong) => {
    const browser = (await serveAccounts(db)).browser();
    const answer = await browser.post('/api/auth/sign-up/email', { ...person(), ...wrong });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(problem(answer).title.length).toBeGreaterThan(5);
    expect(await me(browser)).toBeNull();
  });

  it('ignores roles and columns that the form does not have', async () => {
    const browser = (await serveAccounts(db)).browser();
    await browser.post('/api/auth/sign-up/email', {
      ...person(),
      role: 'admin',
      roles: ['admin'],
      emailVerified: true,
      id: '0199f3a2-0000-7000-8000-000000000000',
      bio: 'x',
      image: 'https://evil.example/pixel.gif',
      avatar_url: 'https://evil.example/pixel.gif',
    });
    expect(await me(browser)).toMatchObject({ roles: ['viewer'], bio: '', avatar: null });
    expect((await me(browser))?.id).not.toMatch(/^0199f3a2-0000/);
  });

  it('accepts a username once, in whatever case, also concurrently', async () => {
    const server = await serveAccounts(db);
    const who = person();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        server.browser().post('/api/auth/sign-up/email', {
          ...who,
          username: n % 2 ? who.username : who.username.toUpperCase(),
          email: `racer-${n}-${who.email}`,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = await server
      .browser()
      .post('/api/auth/sign-up/email', { ...who, email: `late-${who.email}` });
    expect(problem(late)).toMatchObject({ code: 'username_taken' });
  });
});

describe('many concurrent sign-ups', () => {
  it('succeed with fewer database connections than people', async () => {
    const server = await serveAccounts(db);
    expect(db.pool.options.max).toBeLessThan(15);
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => server.browser().post('/api/auth/sign-up/email', person())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200));
  });
});

describe('an instance that confirms addresses', () => {
  it('signs people in only after they opened the link', async () => {
    const server = await serveAccounts(db, { requireVerification: true });
    const browser = server.browser();
    const who = await signedUp(browser);
    expect(await me(browser)).toBeNull();
    const early = await browser.post('/api/auth/sign-in/email', who);
    expect(problem(early)).toMatchObject({ status: 401, code: 'invalid_email_or_password' });
    const opened = await browser.get(linkIn(await server.mails.next(who.email)));
    expect(opened.status).toBe(302);
    expect(opened.headers.get('location')).toBe('/');
    expect((await me(browser))?.email).toBe(who.email);
  });

  it('only confirms the address where the link is opened in a browser that did not sign up', async () => {
    const server = await serveAccounts(db, { requireVerification: true });
    const [here, elsewhere] = [server.browser(), server.browser()];
    const who = person();
    await here.post('/api/auth/sign-up/email', { ...who, callbackURL: '/start-streaming' });
    // A browser that signed up with another address is no exception.
    await signedUp(elsewhere);
    const link = linkIn(await server.mails.next(who.email));
    const opened = await elsewhere.get(link);
    expect(opened.headers.get('location')).toBe('/login?step=confirmed&from=%2Fstart-streaming');
    expect(elsewhere.cookie(COOKIE)).toBeUndefined();
    expect(await me(elsewhere)).toBeNull();
    expect((await signIn(elsewhere, who)).status).toBe(200);
    // The link has done its work, so it no longer signs anybody in.
    expect((await here.get(link)).headers.get('location')).toBe(
      '/login?step=confirmed&from=%2Fstart-streaming',
    );
    expect(await me(here)).toBeNull();
  });

  it('leads to the sign-in page from a link that is wrong or too old', async () => {
    const server = await serveAccounts(db, { requireVerification: true });
    const opened = await server
      .browser()
      .get('/api/auth/verify-email?token=x&callbackURL=%2Fstart-streaming');
    expect(opened.headers.get('location')).toBe('/login?error=INVALID_TOKEN');
  });

  it('answers a sign-up with a taken address like any other, and mails the owner', async () => {
    const server = await serveAccounts(db, { requireVerification: true });
    const owner = await signedUp(server.browser());
    const normalize = ({ status, headers, setCookies, text }: Answer) => ({
      status,
      // Their values are random.
      setCookies: setCookies.map((header) => header.replace(/=[^;]+/, '')),
      headers: [...headers.keys()],
      body: text
        .replaceAll(/person-\d+/g, 'PERSON')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
    });
    const fresh = await server.browser().post('/api/auth/sign-up/email', person());
    const taken = await server.browser().post('/api/auth/sign-up/email', { ...person(), email: owner.email });
    expect(normalize(taken)).toEqual(normalize(fresh));
    await server.mails.next(owner.email, 2);
    expect(server.mails.to(owner.email).map(({ subject }) => subject)).toEqual([
      'Confirm your email address for Test',
      'You already have an account on Test',
    ]);
  });
});

describe('guessing', () => {
  it('does not reveal who has an account', async () => {
    const server = await serveAccounts(db);
    const who = await signedUp(server.browser());
    const wrong = await server
      .browser()
      .post('/api/auth/sign-in/email', { ...who, password: 'not the password' });
    const unknown = await server
      .browser()
      .post('/api/auth/sign-in/email', { email: 'nobody@example.org', password });
    expect(wrong.status).toBe(401);
    expect({ ...problem(wrong), instance: '' }).toEqual({ ...problem(unknown), instance: '' });
  });

  it('is limited per IP address, whatever the request claims', async () => {
    const server = await serveAccounts(db, { trustProxy: ['loopback'] });
    const attempt = (headers: Record<string, string>) =>
      new Browser(server.url, headers).post('/api/auth/sign-in/email', {
        email: 'nobody@example.org',
        password,
      });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      statuses.push(
        (
          await attempt({
            'x-forwarded-for': `198.51.100.${n}, 203.0.113.7`,
            'x-tributary-client-address': `192.0.2.${n}`,
          })
        ).status,
      );
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const limited = await attempt({ 'x-forwarded-for': '203.0.113.7' });
    expect(problem(limited).code).toBe('too_many_attempts');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await attempt({ 'x-forwarded-for': '203.0.113.8' })).status).toBe(401);
  });
});

describe('a database that takes no writes', () => {
  it('keeps people signed in, and answers new sign-ins with 503', async () => {
    const before = (await serveAccounts(db)).browser();
    const who = await signedUp(before);
    // The next use would extend the session.
    await db.pool.query("update sessions set expires_at = expires_at - interval '2 days'");
    const options = '-c default_transaction_read_only=on';
    const readOnly = openDatabase({ connectionString: db.url, max: 2, options }, createLog('silent'));
    onTestFinished(readOnly.close);
    const server = await serveAccounts(readOnly);
    const browser = server.browser();
    browser.setCookie(COOKIE, before.cookie(COOKIE) ?? '');
    expect((await me(browser))?.email).toBe(who.email);
    const away = { status: 503, code: 'database_unavailable' };
    expect(problem(await signIn(server.browser(), who))).toMatchObject(away);
    const signUp = await server.browser().post('/api/auth/sign-up/email', person());
    expect(problem(signUp)).toMatchObject(away);
    expect(signUp.headers.get('retry-after')).toBe('2');
  });
});

describe('a malformed sign-in request', () => {
  it.each([
    ['no JSON', '{', 'application/json'],
    ['a form', 'email=a@example.org', 'application/x-www-form-urlencoded'],
    ['nothing', '', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['another kind', '<a/>', 'text/xml'],
  ])('is refused: %s', async (_, body, type) => {
    const server = await serveAccounts(db);
    const response = await fetch(`${server.url}/api/auth/sign-in/email`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });
});
