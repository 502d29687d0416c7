import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../src/platform/log/log.ts';
import { createOutbox, type Mail } from '../../src/platform/mail/index.ts';
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
import type { Answer, Browser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

const db = await createTestDatabase();

const codeIn = ({ text }: { text: string }) => /\b\d{6}\b/.exec(text)?.[0] ?? expect.fail('no code');
const tokenIn = ({ text }: { text: string }) =>
  new URL(/http\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? expect.fail('no token');

/** Everything in an answer that could distinguish two cases. */
const shape = ({ status, headers, setCookies, text }: Answer) => ({
  status,
  text,
  setCookies,
  headers: [...headers.keys()],
});

const another = 'another long phrase';

const MAIL_REQUESTS = [
  '/api/auth/request-password-reset',
  '/api/auth/sign-in-code',
  '/api/auth/send-verification-email',
];

describe('a forgotten password', () => {
  it('is reset once with the link from the mail, which ends all sessions and is reported by mail', async () => {
    const server = await serveAccounts(db);
    const [here, there] = [server.browser(), server.browser()];
    const who = await signedUp(here);
    await signIn(there, who);
    const stranger = server.browser();
    expect((await stranger.post('/api/auth/request-password-reset', { email: who.email })).status).toBe(204);
    const token = tokenIn(await server.mails.next(who.email));
    const { rows } = await db.pool.query('select * from verifications');
    expect(JSON.stringify(rows)).not.toContain(token);

    const refused = await stranger.post('/api/auth/reset-password', { token, newPassword: 'password123' });
    expect(pointers(refused)).toEqual(['/newPassword']);
    const reset = await stranger.post('/api/auth/reset-password', { token, newPassword: another });
    expect(reset.status).toBe(200);
    expect(await me(here)).toBeNull();
    expect(await me(there)).toBeNull();
    const notice = await server.mails.next(who.email, 2);
    expect(notice.subject).toBe('Your Test account was changed');
    expect(notice.text).toContain('Your password was changed with a link for a new password.');
    expect(notice.text).toContain(`${server.url}/login?step=recovery`);
    expect((await signIn(stranger, who)).status).toBe(401);
    expect((await signIn(stranger, { ...who, password: another })).status).toBe(200);

    const again = await stranger.post('/api/auth/reset-password', { token, newPassword: another });
    expect(pointers(again)).toEqual(['/token']);
  });

  it('has a link that expires after an hour', async () => {
    const server = await serveAccounts(db);
    const who = await signedUp(server.browser());
    await server.browser().post('/api/auth/request-password-reset', { email: who.email });
    const token = tokenIn(await server.mails.next(who.email));
    await db.pool.query("update verifications set expires_at = expires_at - interval '61 minutes'");
    const late = await server.browser().post('/api/auth/reset-password', { token, newPassword: another });
    expect(problem(late).code).toBe('invalid_token');
    expect((await signIn(server.browser(), who)).status).toBe(200);
  });
});

describe.each([
  ['a new password', '/api/auth/request-password-reset'],
  ['a code', '/api/auth/sign-in-code'],
  ['the confirmation', '/api/auth/send-verification-email'],
])('a request for %s', (_, path) => {
  it('is answered the same whether or not there is an account, before the lookup', async () => {
    const server = await serveAccounts(db, { requireVerification: true });
    const who = await signedUp(server.browser());
    const known = await server.browser().post(path, { email: who.email });
    const unknown = await server.browser().post(path, { email: person().email });
    expect(known.status).toBe(204);
    expect(shape(known)).toEqual(shape(unknown));
    await server.mails.next(who.email, 2);
    expect(server.mails.all.every(({ to }) => to === who.email)).toBe(true);
  });

  it('is limited per mailbox', async () => {
    const server = await serveAccounts(db, { trustProxy: ['loopback'] });
    const { email } = person();
    const ask = (from: string) => {
      const browser = server.browser();
      browser.headers['x-forwarded-for'] = from;
      return browser.post(path, { email });
    };
    for (let n = 0; n < 5; n++) expect((await ask(`198.51.100.${n}`)).status).toBe(204);
    const limited = await ask('198.51.100.200');
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('is not refused because of requests for other mails, or in a known browser because of others', async () => {
    const server = await serveAccounts(db, { trustProxy: ['loopback'] });
    const known = server.browser();
    const { email } = await signedUp(known);
    let network = 0;
    const ask = async (of: string, browser = server.browser()) => {
      browser.headers['x-forwarded-for'] = `198.51.100.${++network}`;
      return (await browser.post(of, { email })).status;
    };
    for (let n = 0; n < 5; n++) expect(await ask(path)).toBe(204);
    expect(await ask(path)).toBe(429);
    expect(await ask(path, known)).toBe(204);
    for (const other of MAIL_REQUESTS) if (other !== path) expect(await ask(other)).toBe(204);
  });
});

describe('a sign-in code by mail', () => {
  const ask = async (server: Awaited<ReturnType<typeof serveAccounts>>, email: string, count = 1) => {
    expect((await server.browser().post('/api/auth/sign-in-code', { email })).status).toBe(204);
    return codeIn(await server.mails.next(email, count));
  };

  it('signs in once', async () => {
    const server = await serveAccounts(db);
    const who = await signedUp(server.browser());
    const otp = await ask(server, who.email);
    const { rows } = await db.pool.query('select value from verifications');
    expect(JSON.stringify(rows)).not.toContain(otp);
    const browser = server.browser();
    const answer = await browser.post('/api/auth/sign-in/email-otp', { email: who.email.toUpperCase(), otp });
    expect(JSON.parse(answer.text)).toEqual({ state: 'signed_in' });
    expect((await me(browser))?.username).toBe(who.username);
    const again = await server.browser().post('/api/auth/sign-in/email-otp', { email: who.email, otp });
    expect(pointers(again)).toEqual(['/otp']);
  });

  it('can be attempted three times', async () => {
    const server = await serveAccounts(db);
    const who = await signedUp(server.browser());
    const otp = await ask(server, who.email);
    const wrong = otp === '000000' ? '111111' : '000000';
    const attempt = (code: string) =>
      server.browser().post('/api/auth/sign-in/email-otp', { email: who.email, otp: code });
    for (let n = 0; n < 3; n++) expect(pointers(await attempt(wrong))).toEqual(['/otp']);
    expect((await attempt(otp)).status).toBe(403);
    expect((await attempt(otp)).status).toBe(422);
  });

  it('creates no account', async () => {
    const server = await serveAccounts(db);
    const { email } = person();
    await server.browser().post('/api/auth/sign-in-code', { email });
    const answer = await server.browser().post('/api/auth/sign-in/email-otp', { email, otp: '123456' });
    expect(pointers(answer)).toEqual(['/otp']);
    expect((await db.pool.query('select from profiles where email = $1', [email])).rowCount).toBe(0);
  });
});

describe('changing the password', () => {
  const change = (browser: Browser, body: object) => browser.post('/api/auth/change-password', body);

  it('requires the current one, ends all other sessions and is reported by mail', async () => {
    const server = await serveAccounts(db);
    const [here, there] = [server.browser(), server.browser()];
    const who = await signedUp(here);
    await signIn(there, who);
    const wrong = await change(here, { currentPassword: 'not the password', newPassword: another });
    expect(pointers(wrong)).toEqual(['/currentPassword']);
    const common = await change(here, { currentPassword: password, newPassword: '1234567890' });
    expect(pointers(common)).toEqual(['/newPassword']);

    const before = here.cookie(SESSION_COOKIE);
    expect((await change(here, { currentPassword: password, newPassword: another })).status).toBe(204);
    expect(here.cookie(SESSION_COOKIE)).not.toBe(before);
    expect((await me(here))?.username).toBe(who.username);
    expect(await me(there)).toBeNull();
    expect((await signIn(server.browser(), who)).status).toBe(401);
    expect((await server.mails.next(who.email)).text).toContain('Your password was changed.');
  });
});

describe('changing the address', () => {
  it('is confirmed at the new address and reported to the old one', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    const who = await signedUp(browser);
    const newEmail = `new-${who.email}`;
    const unproved = await browser.post('/api/auth/request-email-change', { newEmail, password: 'wrong' });
    expect(pointers(unproved)).toEqual(['/password']);
    expect((await browser.post('/api/auth/request-email-change', { newEmail, password })).status).toBe(204);
    const otp = codeIn(await server.mails.next(newEmail));
    expect((await me(browser))?.email).toBe(who.email);

    const elsewhere = { newEmail: `other-${who.email}`, otp };
    expect(pointers(await browser.post('/api/auth/change-email', elsewhere))).toEqual(['/otp']);
    expect((await browser.post('/api/auth/change-email', { newEmail, otp })).status).toBe(204);
    expect((await me(browser))?.email).toBe(newEmail);
    expect((await server.mails.next(who.email)).text).toContain(newEmail);
    expect((await signIn(server.browser(), { ...who, email: newEmail })).status).toBe(200);
    expect((await signIn(server.browser(), who)).status).toBe(401);
  });

  it('does not reveal whether the new address has an account', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    await signedUp(browser);
    const owner = await signedUp(server.browser());
    const ask = (newEmail: string) => browser.post('/api/auth/request-email-change', { newEmail, password });
    const free = `free-${owner.email}`;
    expect(shape(await ask(owner.email))).toEqual(shape(await ask(free)));
    await server.mails.next(free);
    expect(server.mails.to(owner.email)).toEqual([]);
  });
});

describe('a mailed code or link', () => {
  it.each([
    ['that was sent', false],
    ['that could not be sent', true],
  ])('%s appears in no log line and in no subject', async (_, fails) => {
    const directory = join(await mkdtemp(join(tmpdir(), 'tributary-outbox-')), 'outbox');
    onTestFinished(() => rm(join(directory, '..'), { recursive: true, force: true }));
    const lines: string[] = [];
    const log = createLog(
      'trace',
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(String(chunk));
          done();
        },
      }),
    );
    const sent: Mail[] = [];
    const outbox = createOutbox({ directory, from: 'Test <no-reply@example.org>', log });
    const server = await serveAccounts(db, {
      requireVerification: true,
      log,
      outbox: {
        newest: outbox.newest,
        async send(mail) {
          // A file in place of the directory.
          if (fails) await writeFile(directory, '');
          await outbox.send(mail).finally(() => sent.push(mail));
        },
      },
    });
    const count = async (mails: number) => {
      await expect.poll(() => sent.length).toBe(mails);
      return sent[mails - 1] ?? expect.fail('no mail');
    };
    const secretIn = ({ text }: Mail) =>
      /\b\d{6}\b/.exec(text)?.[0] ?? /token=([\w.-]+)/.exec(text)?.[1] ?? expect.fail('no secret');
    const browser = server.browser();
    const { email } = await signedUp(browser);
    const confirmation = new URL(/http\S+/.exec((await count(1)).text)?.[0] ?? '');
    await browser.get(confirmation.pathname + confirmation.search);
    await browser.post('/api/auth/sign-in-code', { email });
    const otp = secretIn(await count(2));
    expect((await browser.post('/api/auth/sign-in/email-otp', { email, otp })).status).toBe(200);
    const newEmail = `new-${email}`;
    await browser.post('/api/auth/request-email-change', { newEmail, password });
    await browser.post('/api/auth/change-email', { newEmail, otp: secretIn(await count(3)) });
    // The notice to the address before is the fourth.
    await count(4);
    await browser.post('/api/auth/request-password-reset', { email: newEmail });
    const token = secretIn(await count(5));
    await browser.post('/api/auth/reset-password', { token, newPassword: another });
    // The notice of that.
    await count(6);

    expect(lines.length).toBeGreaterThan(5);
    for (const mail of sent.filter((_mail, n) => n !== 3 && n < 5)) {
      expect(lines.join('')).not.toContain(secretIn(mail));
      expect(mail.subject).not.toContain(secretIn(mail));
    }
  });
});
