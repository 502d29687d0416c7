/** What a sign-up reveals about other accounts, and what becomes of one that is not confirmed. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { me, password, person, problem, signedUp, signIn } from '../support/account-fixture.ts';
import { serveAccounts } from '../support/accounts-server.ts';
import { type Answer, Browser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { runRepeatedJobs } from '../support/repeated-jobs.ts';

const db = await createTestDatabase();
const users = createUsers(db);

const linkIn = ({ text }: { text: string }) => new URL(/http\S+/.exec(text)?.[0] ?? '');

describe('a sign-up', () => {
  let dataDir: string;
  let app: App;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tributary-sign-up-'));
    const config = parseConfig({ DEMO: 'false', DATABASE_URL: db.url, TRUST_PROXY: 'loopback' }, dataDir);
    app = await createApp(
      { ...config, host: '127.0.0.1', port: 0, rtmpPort: 0, dataDir },
      { log: createLog('silent') },
    );
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  let visitors = 0;
  /** Each from its own IP address, so that limits per address do not apply. */
  const browser = () =>
    new Browser(`http://127.0.0.1:${app.port}`, { 'x-forwarded-for': `198.51.100.${++visitors}` });

  /** Everything that a stranger sees who signs up with somebody's address, and looks around afterwards. */
  async function observe(who: ReturnType<typeof person>): Promise<unknown[]> {
    const { username, email } = who;
    const neutral = ({ status, headers, setCookies, text }: Answer) => ({
      status,
      headers: [...headers.keys()],
      cookies: setCookies.map((cookie) => cookie.replace(/=.*?;/, ';')),
      text: text
        .replaceAll(username, 'USERNAME')
        .replaceAll(email, 'EMAIL')
        .replace(/"instance":"[^"]*"/, ''),
    });
    const stranger = browser();
    const answers = [
      await stranger.post('/api/auth/sign-up/email', who),
      await stranger.get('/api/me'),
      await signIn(stranger, who),
      await signIn(browser(), who),
      await signIn(browser(), { ...who, password: 'another long phrase' }),
      // The username for somebody else, and the same sign-up again.
      await browser().post('/api/auth/sign-up/email', { ...who, email: `other-${email}` }),
      await stranger.post('/api/auth/sign-up/email', who),
      await stranger.post('/api/auth/sign-up/email', { ...who, username: `${username}-2` }),
    ];
    for (const path of ['send-verification-email', 'request-password-reset', 'sign-in-code']) {
      answers.push(await stranger.post(`/api/auth/${path}`, { email }));
    }
    answers.push(await stranger.post('/api/auth/sign-in/email-otp', { email, otp: '000000' }));
    for (const path of [
      `/api/usernames/${username}`,
      `/api/profiles/${username}`,
      `/streamer/${username}`,
      `/streamer/${username}/feed.xml`,
      `/s/${username}/live`,
      `/embed/${username}`,
      `/api/streamers/${username}/streams`,
      `/api/streamers/${username}/followers`,
      `/api/discover?q=${username}`,
      `/api/discover/people?q=${username}`,
      '/sitemap/streamers.xml',
    ]) {
      answers.push(await stranger.get(path));
    }
    return answers.map(neutral);
  }

  async function mails(): Promise<{ to: string; subject: string }[]> {
    const files = await readdir(join(dataDir, 'outbox')).catch(() => []);
    const written = files.filter((file) => file.endsWith('.json'));
    return Promise.all(
      written.map(async (file) => JSON.parse(await readFile(join(dataDir, 'outbox', file), 'utf8'))),
    );
  }

  it('looks the same whether or not the address has an account, except to the owner of the address', async () => {
    const [known, unknown] = [person(), person()];
    await users.create({ username: 'long-time-member', email: known.email });
    expect(await observe(known)).toEqual(await observe(unknown));
    const subjects = async (email: string) =>
      (await mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
    await expect.poll(() => subjects(known.email)).toContain('You already have an account on Tributary');
    await expect.poll(() => subjects(unknown.email)).toContain('Confirm your email address for Tributary');
    const others = (await mails()).filter(
      ({ to }) => !to.endsWith(known.email) && !to.endsWith(unknown.email),
    );
    expect(others).toEqual([]);
  });

  it('is told whether a username is free, before and after an account has it', async () => {
    const state = async (username: string) => (await browser().get(`/api/usernames/${username}`)).text;
    const who = person();
    expect(await state(who.username)).toBe('{"state":"free"}');
    await browser().post('/api/auth/sign-up/email', who);
    expect(await state(who.username)).toBe('{"state":"taken"}');
    expect(await state('moderator')).toBe('{"state":"reserved"}');
    expect((await browser().get('/api/usernames/-ann')).status).toBe(404);
  });

  it('is not public until its address is confirmed', async () => {
    const who = await signedUp(browser());
    const page = async () => (await browser().get(`/api/profiles/${who.username}`)).status;
    expect(await page()).toBe(404);
    expect((await users.findByUsername(who.username))?.isPublic).toBe(false);
    await expect.poll(mails).toContainEqual(expect.objectContaining({ to: who.email }));
    const mail = (await mails()).find(({ to }) => to === who.email);
    const link = linkIn({ text: JSON.stringify(mail).replaceAll('\\n', '\n') });
    await browser().get(link.pathname + link.search);
    expect(await page()).toBe(200);
  });
});

describe('a sign-up that is not confirmed', () => {
  const inSevenDays = () =>
    db.pool.query(
      "update profiles set confirm_by = confirm_by - interval '169 hours'; update username_reservations set expires_at = expires_at - interval '169 hours'",
    );

  it('is deleted after seven days, and its username becomes free, also where it made no account', async () => {
    const server = await serveAccounts(db, { requireVerification: true });
    const [known, unknown] = [person(), person()];
    await users.create({ username: 'another-member', email: known.email });
    const attempt = async (who: object) =>
      (await server.browser().post('/api/auth/sign-up/email', { ...person(), ...who })).status;
    for (const who of [known, unknown]) expect(await attempt(who)).toBe(200);

    await runRepeatedJobs(server.identity);
    for (const { username } of [known, unknown]) expect(await attempt({ username })).toBe(409);
    await inSevenDays();
    await runRepeatedJobs(server.identity);
    expect(await users.findByEmail(unknown.email)).toBeNull();
    expect(await users.findByUsername('another-member')).not.toBeNull();
    for (const { username } of [known, unknown]) expect(await attempt({ username })).toBe(200);
  });

  it('stays if its address is confirmed in time', async () => {
    const server = await serveAccounts(db, { requireVerification: true });
    const browser = server.browser();
    const who = await signedUp(browser);
    const link = linkIn(await server.mails.next(who.email));
    await browser.get(link.pathname + link.search);
    await inSevenDays();
    await runRepeatedJobs(server.identity);
    expect(await users.findByEmail(who.email)).toMatchObject({ isPublic: true });
  });

  it('is confirmed by choosing a new password with an emailed link', async () => {
    const server = await serveAccounts(db, { requireVerification: true });
    const who = await signedUp(server.browser());
    await server.browser().post('/api/auth/request-password-reset', { email: who.email });
    const token = linkIn(await server.mails.next(who.email, 2)).searchParams.get('token');
    const owner = server.browser();
    const newPassword = 'another long phrase';
    expect((await owner.post('/api/auth/reset-password', { token, newPassword })).status).toBe(200);
    expect((await signIn(owner, { ...who, password: newPassword })).status).toBe(200);
    expect((await me(owner))?.username).toBe(who.username);
  });

  it('starts its seven days when the instance begins to ask for confirmation', async () => {
    const demo = await serveAccounts(db);
    const who = await signedUp(demo.browser());
    await runRepeatedJobs(demo.identity);
    expect(await users.findByEmail(who.email)).toMatchObject({ isPublic: true });
    const server = await serveAccounts(db, { requireVerification: true });
    await runRepeatedJobs(server.identity);
    expect(await users.findByEmail(who.email)).toMatchObject({ isPublic: false });
    await inSevenDays();
    await runRepeatedJobs(server.identity);
    expect(await users.findByEmail(who.email)).toBeNull();
  });
});

describe('the username of a sign-up', () => {
  it('is free again if the sign-up fails', async () => {
    const server = await serveAccounts(db);
    const known = await signedUp(server.browser());
    const who = person();
    // Without confirmation, a second account with an address is refused openly.
    const refused = await server.browser().post('/api/auth/sign-up/email', { ...who, email: known.email });
    expect(refused.status).toBe(422);
    expect((await server.browser().post('/api/auth/sign-up/email', { ...who, password })).status).toBe(200);
    const late = await server
      .browser()
      .post('/api/auth/sign-up/email', { ...person(), username: who.username });
    expect(problem(late)).toMatchObject({ code: 'username_taken' });
  });
});
