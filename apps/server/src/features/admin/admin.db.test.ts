import { createCanvas } from '@napi-rs/canvas';
import type { InstanceSettings } from '@tributary/contracts/instance';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createUserActions } from '#features/moderation/index.ts';
import { recordCharge } from '#features/payments/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import { createImages } from '#platform/images/index.ts';
import { createLog } from '#platform/log/log.ts';
import { changeSettings } from '#platform/settings/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createMemoryStorage } from '../../../test/support/memory-storage.ts';
import { newCharge } from '../../../test/support/money-fixture.ts';
import { createUsersFixture } from '../../../test/support/users-fixture.ts';
import { createAuditLog } from './audit.service.ts';
import { createOverview } from './overview.service.ts';
import { createSettings } from './settings.service.ts';

const db = await createTestDatabase();
const { users, channels, account } = createUsersFixture(db);
const userActions = createUserActions({
  db,
  users,
  channels,
  notify: async () => {},
  sendBanMail: async () => {},
  notifyOfNewAdmin: async () => {},
});
const auditLog = createAuditLog({ db, users });
const images = createImages({ storage: createMemoryStorage(), db, log: createLog('silent') });
afterAll(() => images.close());
const settingsOptions = {
  db,
  users,
  images,
  branding: { refresh: async () => {} },
  configuredName: 'Test',
};

let made = 0;
async function someone() {
  made += 1;
  return (await account()).id;
}

async function admin(): Promise<Actor> {
  const userId = await someone();
  await userActions.grantRole(userId, 'admin', null);
  return { userId, requestId: 'a request', addressHash: 'a hash' };
}

const entriesAbout = async (subject: string) => (await auditLog.list({ subject })).items;

it('shows current totals, and counts a stream across midnight partly on each day', async () => {
  const adminId = await someone();
  const insert = (from: string, to: string | null, viewers: number, hidden: boolean) =>
    db.pool.query(
      `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at, current_viewers, hidden_at, hidden_reason)
       values ($1, $2, 'Show ' || $5::int, 'Gaming', $1::uuid::text, case when $4::text is null then 'live' else 'ended' end,
         ${from}, now(), ${to ?? 'null'}, $5::int, case when $3::bool then now() end, case when $3::bool then 'Spam' end)`,
      [uuidv7(), adminId, hidden, to, viewers],
    );
  const midnight = "date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'";
  await insert(`${midnight} - interval '3 hours'`, `${midnight} - interval '1 hour'`, 0, true);
  // Across midnight, with one hour on each day.
  await insert(
    `${midnight} - interval '9 days 1 hour'`,
    `${midnight} - interval '9 days' + interval '1 hour'`,
    0,
    false,
  );
  await insert('now()', null, 7, false);

  const overview = createOverview(db, {
    verification: async () => 2,
    messages: async () => 3,
    reports: async () => 1,
    emotes: async () => 0,
  });
  const read = await overview.read();
  expect(read).toMatchObject({
    users: made,
    streamers: 0,
    newUsers: { now: made, before: 0 },
    liveNow: 1,
    viewersNow: 7,
    pendingVerifications: 2,
    openMessages: 3,
  });
  expect(read.days).toHaveLength(30);
  const hours = read.days.map(({ hoursStreamed }) => Math.round(hoursStreamed * 100) / 100).toReversed();
  expect([hours[1], hours[9], hours[10]]).toEqual([2, 1, 1]);
  expect(read.hoursStreamed.before).toBeCloseTo(2);
  expect(read.days.reduce((sum, { streams }) => sum + streams, 0)).toBe(3);
});

describe('the audit log', () => {
  it('refuses to change or delete entries', async () => {
    const { userId } = await admin();
    for (const statement of [
      "update audit_log set action = 'user.unbanned'",
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await expect(db.pool.query(statement)).rejects.toThrow('append-only');
    }
    expect(await entriesAbout(userId)).toHaveLength(1);
  });

  it('has no entry for an action whose transaction failed', async () => {
    const id = await someone();
    const failing = db.transact(async (tx) => {
      await audit(tx, { by: null, action: 'user.banned', kind: 'user', id });
      throw new Error('It did not happen.');
    });
    await expect(failing).rejects.toThrow();
    expect(await entriesAbout(id)).toEqual([]);
  });

  it('records who did what to whom, why and when, and filters by person, action and day', async () => {
    const [by, id] = [await admin(), await someone()];
    await Promise.all([userActions.grantRole(id, 'streamer', by), userActions.grantRole(id, 'streamer', by)]);
    await userActions.ban(id, { reason: 'Spam', days: null }, by);
    await userActions.unban(id, null);
    await userActions.unban(id, null);
    const { rows } = await db.pool.query(
      "select granted_by from user_roles where user_id = $1 and role = 'streamer'",
      [id],
    );
    expect(rows).toEqual([{ granted_by: by.userId }]);
    const me = await users.find(by.userId);
    const subject = (await users.find(id))?.username ?? expect.fail();
    const [unbanned, banned, granted] = (await auditLog.list({ subject })).items;
    expect(unbanned).toMatchObject({ action: 'user.unbanned', actor: null, requestId: null });
    expect(banned).toMatchObject({
      action: 'user.banned',
      actor: { id: by.userId, username: me?.username },
      subject: { kind: 'user', id, label: subject },
      details: { reason: 'Spam', after: { until: null } },
      requestId: 'a request',
      addressHash: 'a hash',
    });
    expect(granted).toMatchObject({ action: 'user.role_granted', details: { after: { role: 'streamer' } } });

    const count = async (filter: Parameters<typeof auditLog.list>[0]) =>
      (await auditLog.list(filter)).items.length;
    const actorName = me?.username ?? expect.fail();
    expect(await count({ actor: actorName })).toBe(2);
    expect(await count({ actor: actorName, action: 'user.banned' })).toBe(1);
    expect(await count({ actor: 'nobody-like-that' })).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    expect(await count({ subject, since: today, until: today })).toBe(3);
    expect(await count({ subject, until: '2020-01-01' })).toBe(0);

    const chat = { action: 'chat.cleared', kind: 'stream', id } as const;
    const moderator = { ...by, userId: id };
    await db.transact((tx) => audit(tx, { by: moderator, ...chat }));
    await db.transact((tx) => audit(tx, { by, ...chat }));
    // An admin's action in a chat is listed, and a moderator's is not.
    expect(await count({ subject: id, action: 'chat.cleared' })).toBe(1);
    expect(await count({ subject: id, action: 'chat.cleared', scope: 'chats' })).toBe(1);
    expect(await count({ subject: id, action: 'chat.cleared', scope: 'all' })).toBe(2);

    const invitation = uuidv7();
    await db.pool.query(
      "insert into invitations (id, code, note, max_uses) values ($1, 'a code', 'For the crew', 1)",
      [invitation],
    );
    await db.transact((tx) =>
      audit(tx, { by, action: 'invitation.created', kind: 'invitation', id: invitation }),
    );
    const [named] = (await auditLog.list({ kind: 'invitation' })).items;
    expect(named?.subject).toEqual({ kind: 'invitation', id: invitation, label: 'For the crew' });
    await db.pool.query('delete from invitations');
    expect((await auditLog.list({ kind: 'invitation' })).items[0]?.subject.label).toBeNull();

    for (let i = 0; i < 60; i++) {
      await db.transact((tx) => audit(tx, { by, action: 'page.edited', kind: 'page', id: 'faq' }));
    }
    const first = await auditLog.list({ subject: 'faq' });
    const second = await auditLog.list({ subject: 'faq', cursor: first.next ?? expect.fail() });
    expect([first.items.length, second.items.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.items, ...second.items].map((entry) => entry.id)).size).toBe(60);
  });
});

describe('the settings', () => {
  it('require second factors only if the admin has one, and audit what changed', async () => {
    const settings = createSettings(settingsOptions);
    const by = await admin();
    const demand: Partial<InstanceSettings> = { adminsNeedSecondFactor: true };
    await expect(settings.change(demand, by)).rejects.toMatchObject({ code: 'own_second_factor_first' });
    await db.pool.query('update profiles set two_factor_enabled = true where id = $1', [by.userId]);
    await settings.change({ ...demand, tagline: 'Hello' }, by);
    onTestFinished(async () => {
      await db.transact((tx) => changeSettings(tx, { adminsNeedSecondFactor: false, tagline: '' }));
    });
    await settings.change({ tagline: 'Hello' }, by);
    const changed = (await auditLog.list({ action: 'settings.changed' })).items;
    expect(changed.map(({ details }) => details)).toEqual([
      {
        before: { tagline: '', adminsNeedSecondFactor: false },
        after: { tagline: 'Hello', adminsNeedSecondFactor: true },
      },
    ]);
    expect(await settings.read()).toMatchObject({ tagline: 'Hello', registration: 'open' });
  });

  it('have a currency that prices follow, until somebody has started to pay', async () => {
    const settings = createSettings(settingsOptions);
    const by = await admin();
    const { id } = await account('streamer');
    const tier = uuidv7();
    await db.pool.query('insert into subscription_tiers (id, creator_id, name) values ($1, $2, $3)', [
      ...[tier, id, 'Friends'],
    ]);
    expect(await settings.change({ currency: 'EUR', platformFeeBasisPoints: 250 }, by)).toMatchObject({
      currency: 'EUR',
      platformFeeBasisPoints: 250,
      isCurrencyFixed: false,
    });
    const { rows } = await db.pool.query('select currency from subscription_tiers where id = $1', [tier]);
    expect(rows).toEqual([{ currency: 'EUR' }]);
    await db.transact((tx) => recordCharge(tx, newCharge(id, { currency: 'EUR' })));
    await expect(settings.change({ currency: 'USD' }, by)).rejects.toMatchObject({
      code: 'currency_fixed',
      errors: [{ pointer: '/currency' }],
    });
    expect(await settings.change({ currency: 'EUR' }, by)).toMatchObject({ isCurrencyFixed: true });
    await expect(db.transact((tx) => recordCharge(tx, newCharge(id)))).rejects.toMatchObject({
      constraint: expect.stringContaining('currency'),
    });
  });

  it('store, replace and remove the logo, and audit each of it', async () => {
    const settings = createSettings(settingsOptions);
    const by = await admin();
    const png = await createCanvas(30, 20).encode('png');
    const { logoUrl: first } = await settings.setLogo(png, by);
    expect(first).toMatch(/^\/pictures\/[0-9a-f-]+\.webp$/);
    const { logoUrl: second } = await settings.setLogo(png, by);
    expect(await settings.read()).toMatchObject({ logoUrl: second, configuredName: 'Test' });
    expect(await images.copy(first ?? '')).toBeNull();
    await expect(settings.setLogo(Buffer.from('no image'), by)).rejects.toMatchObject({
      code: 'image_unreadable',
    });
    expect(await settings.setLogo(null, by)).toEqual({ logoUrl: null });
    await settings.setLogo(null, by);
    const actions = (await auditLog.list({ subject: 'instance' })).items.map(({ action }) => action);
    expect(actions.slice(0, 3)).toEqual(['settings.logo_removed', 'settings.logo_set', 'settings.logo_set']);
  });
});
