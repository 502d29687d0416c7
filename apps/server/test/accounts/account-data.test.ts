import { describe, expect, it } from 'vitest';
import { userDeleted } from '../../src/features/identity/index.ts';
import { openEvents } from '../../src/platform/events/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import {
  me,
  password,
  pointers,
  problem,
  SESSION_COOKIE,
  signedUp,
  signIn,
} from '../support/account-fixture.ts';
import { serveAccounts } from '../support/accounts-server.ts';
import { json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

const db = await createTestDatabase();

describe('the export of an account', () => {
  it('contains the data stored about the person without secrets', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    const who = await signedUp(browser);
    await browser.post('/api/me/streamer');
    const key = json<{ streamKey: string }>(await browser.get('/api/me/stream-key')).streamKey;
    const answer = await browser.get('/api/me/export');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(json(answer)).toMatchObject({
      profile: { username: who.username, email: who.email, roles: ['streamer', 'viewer'] },
      signIn: { twoFactorEnabled: false, providers: ['credential'], passkeys: [] },
      sessions: [{ ipAddress: '127.0.0.1' }],
      channel: { settings: { category: 'Gaming' } },
    });
    const { rows } = await db.pool.query(
      'select s.token_hash, a.password from sessions s join accounts a using (user_id) join profiles p on p.id = user_id where p.email = $1',
      [who.email],
    );
    const token = decodeURIComponent(browser.cookie(SESSION_COOKIE) ?? '').split('.', 1)[0] ?? '';
    for (const secret of [rows[0].token_hash, rows[0].password, token, key]) {
      expect(answer.text).not.toContain(secret);
    }
  });
});

describe('the deletion of an account', () => {
  it('requires the password, deletes all rows and publishes an event', async () => {
    const server = await serveAccounts(db);
    const events = await openEvents(db.pool, createLog('silent'));
    const heard = Promise.withResolvers<{ userId: string }>();
    events.on(userDeleted, heard.resolve);
    const browser = server.browser();
    const who = await signedUp(browser);
    const id = (await me(browser))?.id ?? expect.fail();
    await browser.post('/api/me/streamer');
    await browser.post('/api/auth/request-password-reset', { email: who.email });
    await server.mails.next(who.email);

    expect(pointers(await browser.post('/api/me/delete', {}))).toEqual(['/password']);
    expect(pointers(await browser.post('/api/me/delete', { password: 'wrong' }))).toEqual(['/password']);
    expect((await browser.post('/api/me/delete', { password })).status).toBe(204);
    expect(await heard.promise).toEqual({ userId: id });
    await events.close();
    expect(await me(browser)).toBeNull();
    expect((await signIn(server.browser(), who)).status).toBe(401);

    const { rows: columns } = await db.pool.query<{ table_name: string; column_name: string }>(
      "select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type in ('uuid', 'text')",
    );
    for (const { table_name, column_name } of columns) {
      const query = `select from "${table_name}" where "${column_name}"::text in ($1, $2, $3)`;
      const { rowCount } = await db.pool.query(query, [id, who.email, who.username]);
      expect({ table_name, column_name, rowCount }).toEqual({ table_name, column_name, rowCount: 0 });
    }
    // The username and the address are available again.
    expect((await server.browser().post('/api/auth/sign-up/email', who)).status).toBe(200);
  });

  it('requires a recent sign-in if there is no password', async () => {
    const server = await serveAccounts(db);
    const browser = server.browser();
    const who = await signedUp(browser);
    const id = (await me(browser))?.id;
    await db.pool.query('delete from accounts where user_id = $1', [id]);
    await db.pool.query("update sessions set created_at = now() - interval '11 minutes'");
    expect(problem(await browser.post('/api/me/delete', {})).code).toBe('sign_in_again');
    await browser.post('/api/auth/sign-in-code', { email: who.email });
    const otp = /\b\d{6}\b/.exec((await server.mails.next(who.email)).text)?.[0];
    await browser.post('/api/auth/sign-in/email-otp', { email: who.email, otp });
    expect((await browser.post('/api/me/delete', {})).status).toBe(204);
    expect(await me(browser)).toBeNull();
  });
});
