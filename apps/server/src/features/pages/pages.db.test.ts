import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTACT_PAGE_SIZE, type ContactMessage, type Page } from '@tributary/contracts/pages';
import type { Problem, UserId } from '@tributary/contracts/shared';
import { expect, it, onTestFinished } from 'vitest';
import { createUsers } from '#features/identity/index.ts';
import { createHttpApp, openHttpListener } from '#platform/http/index.ts';
import { createLog } from '#platform/log/log.ts';
import type { Mail } from '#platform/mail/index.ts';
import { changeSettings } from '#platform/settings/index.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { Browser, json } from '../../../test/support/browser.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createContactTickets } from './contact-ticket.ts';
import { TEXTS_UPDATED_AT } from './default-texts/index.ts';
import { createPages } from './index.ts';

const db = await createTestDatabase();
const users = createUsers(db);
const SECRET = 'a secret of the tests';
const tickets = createContactTickets(SECRET);
const readTicket = () => tickets.issue(Date.now() - 10_000);

let made = 0;
async function account(roles: readonly ('admin' | 'viewer')[]): Promise<UserId> {
  const username = `person-${++made}`;
  const { id } = await users.create({ username, email: `${username}@example.org` });
  if (roles.includes('admin')) await db.transact((tx) => users.grantRole(tx, id, 'admin', null));
  return id;
}

/** Starts the feature behind the real HTTP server; requests authenticate with the header `x-user`. */
async function serve({ smtpUrl = null }: { readonly smtpUrl?: string | null } = {}) {
  const log = createLog('silent');
  const listener = await openHttpListener({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${listener.port}`;
  const webRoot = await mkdtemp(join(tmpdir(), 'tributary-web-'));
  const mails: Mail[] = [];
  const http = await createHttpApp({
    listener,
    log,
    authenticator: {
      async authenticate({ headers }) {
        const profile = await users.find(String(headers['x-user'] ?? '') as UserId).catch(() => null);
        if (!profile) return null;
        const caller = { userId: profile.id, roles: profile.roles, sessionId: '' };
        return caller;
      },
    },
    instanceName: 'Test *Instance*',
    version: '0',
    publicUrl: url,
    trustProxy: ['loopback'],
    webRoot,
  });
  await createPages({
    db,
    users,
    log,
    sharedState: createMemoryState(),
    secret: SECRET,
    smtpUrl,
    media: { graceSeconds: 30 },
    p2p: 'ask',
    mirrors: [],
    transcoding: 'auto',
    payments: { providers: { methods: async () => [] } },
    instanceName: () => 'Test *Instance*',
    publicUrl: url,
    mailer: { send: async (mail) => void mails.push(mail) },
  }).routes?.(http);
  await http.ready();
  listener.open();
  onTestFinished(async () => {
    await listener.close(0);
    await http.close();
    await rm(webRoot, { recursive: true, force: true });
  });
  const as = (user: UserId | null, address = '203.0.113.1') =>
    new Browser(url, { 'x-forwarded-for': address, ...(user && { 'x-user': user }) });
  return { as, mails };
}

const letter = (more: object = {}) => ({
  name: 'Ann',
  email: 'ann@example.org',
  subject: 'A broken picture',
  message: 'The picture of my stream stays black.',
  ticket: readTicket(),
  ...more,
});

it('has a default text for every page, with the instance’s name escaped', async () => {
  const { as } = await serve();
  for (const slug of ['about', 'rules', 'privacy', 'terms', 'donations', 'faq']) {
    const page = json<Page>(await as(null).get(`/api/pages/${slug}`));
    expect(page).toMatchObject({ slug, version: 0, updatedAt: TEXTS_UPDATED_AT });
    expect(page.body).toContain('Test \\*Instance\\*');
    expect(page.body).not.toMatch(/<\w/);
  }
  expect((await as(null).get('/api/pages/imprint')).status).toBe(404);
});

it('does not say on its privacy page that it sends email unless it has a mail server', async () => {
  const privacy = async (smtpUrl: string | null) =>
    json<Page>(await (await serve({ smtpUrl })).as(null).get('/api/pages/privacy')).body;
  expect(await privacy('smtps://mail.example.org')).toContain('We email you');
  const without = await privacy(null);
  expect(without).toContain('sends no email');
  expect(without).not.toMatch(/we email|by email/i);
});

it('fills its default texts with the current settings', async () => {
  const { as } = await serve();
  const terms = async () => json<Page>(await as(null).get('/api/pages/terms')).body;
  expect(await terms()).toContain('Streams are recorded unless you turn it off');
  await db.transact((tx) => changeSettings(tx, { recordingsEnabled: false }));
  expect(await terms()).toContain('streams are not recorded here at present');
  await db.transact((tx) => changeSettings(tx, { recordingsEnabled: true }));
});

it('lets only admins edit, and only the first of two concurrent edits', async () => {
  const { as } = await serve();
  const admin = as(await account(['admin']));
  const put = (body: string, version: number) => admin.put('/api/admin/pages/terms', { body, version });

  const viewer = as(await account(['viewer']));
  expect((await viewer.put('/api/admin/pages/terms', { body: 'Mine', version: 0 })).status).toBe(403);
  expect((await as(null).put('/api/admin/pages/terms', { body: 'Mine', version: 0 })).status).toBe(401);

  const both = await Promise.all([put('# One', 0), put('# Two', 0)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const shown = json<Page>(await as(null).get('/api/pages/terms'));
  expect(shown).toMatchObject({
    version: 1,
    body: json<Page>(both.find((b) => b.status === 200) ?? both[0]).body,
  });

  expect(json<Problem>(await put('# Late', 0)).code).toBe('page_changed');
  expect(json<Page>(await put('# Three', 1))).toMatchObject({ version: 2, body: '# Three' });
  expect(json<Problem>(await put('   ', 2)).errors?.[0]?.pointer).toBe('/body');

  await admin.request('DELETE', '/api/admin/pages/terms');
  expect(json<Page>(await as(null).get('/api/pages/terms')).version).toBe(0);
});

it('mails a contact message to every admin and lists it, where it can be handled and reopened', async () => {
  const { as, mails } = await serve();
  const adminId = await account(['admin']);
  const admin = as(adminId);
  const sender = await account(['viewer']);
  expect((await as(sender).post('/api/contact', letter())).status).toBe(204);

  const admins = await users.withRole('admin');
  expect(mails.map(({ to }) => to).sort()).toEqual(admins.map(({ email }) => email).sort());
  expect(mails[0]?.subject).toBe('Test *Instance*: A broken picture');
  expect(mails[0]?.text).toContain('Ann <ann@example.org>');

  const list = async (query = '') =>
    json<{ items: ContactMessage[] }>(await admin.get(`/api/admin/contact-messages${query}`)).items;
  const [message] = await list();
  expect(message).toMatchObject({
    subject: 'A broken picture',
    handledAt: null,
    username: (await users.find(sender))?.username,
  });

  const path = `/api/admin/contact-messages/${message?.id}/handled`;
  expect(json<ContactMessage>(await admin.put(path, { handled: true })).handledAt).not.toBeNull();
  expect(await list()).toEqual([]);
  expect((await list('?state=handled')).map(({ id }) => id)).toEqual([message?.id]);
  await admin.put(path, { handled: false });
  expect(await list()).toHaveLength(1);
  expect((await as(sender).get('/api/admin/contact-messages')).status).toBe(403);
});

it('lists messages by age in either order, page by page, and exports the filtered list', async () => {
  const { as } = await serve();
  const adminId = await account(['admin']);
  await db.pool.query('delete from contact_messages');
  await db.pool.query(
    `insert into contact_messages (id, name, email, subject, message, handled_at)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Ann', 'ann@example.org', 'Subject ' || n, '=1+1',
       case when n > $1 then now() end from generate_series(1, $1 + 2) n`,
    [CONTACT_PAGE_SIZE + 1],
  );
  const read = async (query: string) =>
    json<{ items: ContactMessage[]; next: string | null }>(
      await as(adminId).get(`/api/admin/contact-messages?${query}`),
    );
  const first = await read('order=asc');
  expect([first.items[0]?.subject, first.items.length]).toEqual(['Subject 1', CONTACT_PAGE_SIZE]);
  const second = await read(`order=asc&cursor=${first.next}`);
  expect(second.items.map(({ subject }) => subject)).toEqual([`Subject ${CONTACT_PAGE_SIZE + 1}`]);
  expect(second.next).toBeNull();
  expect((await read('state=all')).items[0]?.subject).toBe(`Subject ${CONTACT_PAGE_SIZE + 3}`);

  const { text } = await as(adminId).get('/api/admin/contact-messages.csv?state=handled&order=asc');
  expect(text.trim().split('\r\n')).toHaveLength(3);
  expect(text).toContain(`,Ann,ann@example.org,,Subject ${CONTACT_PAGE_SIZE + 2},'=1+1,`);
  const { rows } = await db.pool.query('select action, subject_id from audit_log where actor_id = $1', [
    adminId,
  ]);
  expect(rows).toEqual([{ action: 'list.exported', subject_id: 'messages' }]);
});

it('accepts no message without a ticket, sent too soon, or with the hidden field filled in', async () => {
  const { as, mails } = await serve();
  const send = (body: object) => as(null, '203.0.113.2').post('/api/contact', body);
  const { ticket } = json<{ ticket: string }>(await as(null).get('/api/contact'));
  expect(json<Problem>(await send(letter({ ticket }))).code).toBe('contact_too_fast');
  expect(json<Problem>(await send(letter({ ticket: 'x.y' }))).code).toBe('contact_expired');
  // The response tells the bot that it succeeded.
  expect((await send(letter({ website: 'https://spam.example' }))).status).toBe(204);
  expect(mails).toEqual([]);
});

it('names invalid fields', async () => {
  const { as } = await serve();
  const answer = await as(null, '203.0.113.3').post(
    '/api/contact',
    letter({ email: 'nobody', message: 'Hi' }),
  );
  expect(answer.status).toBe(422);
  expect(json<Problem>(answer).errors?.map(({ pointer }) => pointer)).toEqual(['/email', '/message']);
});

it('accepts one message for each ticket', async () => {
  const { as, mails } = await serve();
  const ticket = readTicket();
  const send = (address: string) => as(null, address).post('/api/contact', letter({ ticket }));
  const both = await Promise.all([send('203.0.113.5'), send('203.0.113.6')]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(json<Problem>(await send('203.0.113.7')).code).toBe('contact_expired');
  expect(mails).toHaveLength((await users.withRole('admin')).length);
});

it('limits the messages of a network in an hour, and so stays open for all others', async () => {
  const { as } = await serve();
  // Addresses of one /64, which is one network.
  const flood = [];
  for (let i = 0; i < 200; i++) {
    flood.push(as(null, `2001:db8::${i.toString(16)}`).post('/api/contact', letter()));
  }
  const answers = await Promise.all(flood);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(5);
  const refused = answers.find(({ text }) => text.includes('contact_limited'));
  expect(refused?.status).toBe(429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await as(null, '2001:db8:0:1::1').post('/api/contact', letter())).status).toBe(204);
});

it('limits the messages of all networks together', async () => {
  const { as } = await serve();
  for (let i = 0; i < 100; i++) await as(null, `203.0.113.${100 + i}`).post('/api/contact', letter());
  const full = await as(null, '203.0.113.250').post('/api/contact', letter());
  expect(json<Problem>(full).code).toBe('contact_full');
  expect(full.headers.get('retry-after')).toBe('3600');
});
