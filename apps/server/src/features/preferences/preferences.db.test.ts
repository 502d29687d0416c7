import { randomUUID } from 'node:crypto';
import type { UserId } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { createUsers, languagesOf } from '#features/identity/index.ts';
import { migrate, readMigrations } from '#platform/db/migrations.ts';
import {
  createNotificationTypes,
  defineNotification,
  type NotificationPreference,
} from '#platform/notifications/index.ts';
import { createEmptyDatabase, createTestDatabase } from '../../../test/support/database.ts';
import { createPeopleFixture } from '../../../test/support/people-fixture.ts';
import { createPreferences } from './index.ts';
import { notificationWaysOf } from './preferences.repo.ts';
import { createPreferencesService } from './preferences.service.ts';

const raids: NotificationPreference = {
  key: 'raid',
  label: 'A channel raids you',
  audience: 'streamer',
  icon: 'live',
};

const text = (title: string) => ({ title, message: '', href: '/' });
const notificationTypes = createNotificationTypes([
  defineNotification({ type: 'raid', preference: raids, text }),
]);

const db = await createTestDatabase();
const { people, person } = createPeopleFixture(db);
const users = createUsers(db);
const preferences = createPreferencesService({ db, users, notificationTypes });
const feature = createPreferences({ db, users, notificationTypes });

const OTHER_UPDATES = 'Account, channel and moderation updates';
const DEFAULT = { inApp: true, webPush: true, mail: false };
const viewer = (userId: UserId) => ({ userId, roles: ['viewer'] as const });
const waysOf = async (userId: UserId) =>
  Object.fromEntries(
    (await preferences.of(viewer(userId))).notifications.map(({ key, label: _, ...ways }) => [key, ways]),
  );

describe('preferences', () => {
  it('start with the defaults, and an edit changes only the given ones', async () => {
    const fan = viewer(await person());
    const before = await preferences.of(fan);
    expect(before).toMatchObject({
      theme: null,
      playback: { autoplay: true, lowData: false, sharing: null },
    });
    await Promise.all([
      preferences.edit(fan, { theme: 'dark' }),
      preferences.edit(fan, { playback: { autoplay: false } }),
      preferences.edit(fan, { notifications: { other: { webPush: false } } }),
    ]);
    await preferences.edit(fan, { playback: { lowData: true, sharing: 'relay' } });
    expect(await preferences.of(fan)).toEqual({
      ...before,
      theme: 'dark',
      playback: { autoplay: false, lowData: true, sharing: 'relay' },
      notifications: [{ key: 'other', label: OTHER_UPDATES, ...DEFAULT, webPush: false }],
    });
    await preferences.edit(fan, { theme: null });
    expect((await preferences.of(fan)).theme).toBeNull();
  });

  it('of notifications are those that features declare for the roles of the account', async () => {
    const userId = await person();
    const keysFor = async (roles: readonly ('viewer' | 'streamer')[]) =>
      (await preferences.of({ userId, roles })).notifications.map(({ key, label }) => [key, label]);
    expect(await keysFor(['viewer'])).toEqual([['other', OTHER_UPDATES]]);
    expect(await keysFor(['viewer', 'streamer'])).toEqual([
      ['raid', 'A channel raids you'],
      ['other', OTHER_UPDATES],
    ]);
  });

  it('of undeclared notifications are refused, and the rest of the edit is not saved', async () => {
    const fan = viewer(await person());
    const edit = { theme: 'dark', notifications: { raffle: { mail: true } } } as const;
    await expect(preferences.edit(fan, edit)).rejects.toMatchObject({
      code: 'notification_preference_unknown',
      message: '“raffle” is not a notification preference. Use one of raid, other.',
    });
    expect((await preferences.of(fan)).theme).toBeNull();
  });
});

it('keep the chosen language with the account, in which it gets mails and notifications', async () => {
  const fan = await person();
  expect(await preferences.of(viewer(fan))).toMatchObject({ language: null });
  expect(await users.find(fan)).toMatchObject({ language: 'en' });
  await preferences.edit(viewer(fan), { language: 'ar' });
  expect(await preferences.edit(viewer(fan), { theme: 'dark' })).toMatchObject({ language: 'ar' });
  expect(await users.find(fan)).toMatchObject({ language: 'ar' });
  expect(await db.read((reader) => languagesOf(reader, [fan]))).toEqual(new Map([[fan, 'ar']]));
  await preferences.edit(viewer(fan), { language: null });
  expect(await users.find(fan)).toMatchObject({ language: 'en' });
});

it('reads the ways of one preference for many people, with the defaults for those who set none', async () => {
  const [first = expect.fail(), second = expect.fail()] = await people(2);
  const notifications = { raid: { mail: true }, other: { inApp: false } };
  await preferences.edit(viewer(first), { notifications });
  const read = async (key: string) => [
    ...(await db.read((reader) => notificationWaysOf(reader, [first, second], key))),
  ];
  expect(await read('raid')).toEqual([
    [first, { ...DEFAULT, mail: true }],
    [second, DEFAULT],
  ]);
  expect((await read('other')).map(([, { inApp }]) => inApp)).toEqual([false, true]);
});

it('turns off mails of one preference', async () => {
  const fan = await person();
  await preferences.edit(viewer(fan), { notifications: { other: { mail: true } } });
  await feature.turnOffMail(fan, 'other');
  expect(await waysOf(fan)).toEqual({ other: DEFAULT });
});

it('exports the preferences, and deletes them with the account', async () => {
  const fan = await person();
  await preferences.edit(viewer(fan), { theme: 'light', notifications: { raid: { mail: true } } });
  expect(await feature.exportUserData?.(fan)).toMatchObject({
    preferences: { theme: 'light', notifications: [{ key: 'raid', mail: true }, { key: 'other' }] },
  });
  await db.transact((tx) => tx.deleteFrom('profiles').where('id', '=', fan).execute());
  for (const table of ['preferences', 'notification_preferences']) {
    const { rowCount } = await db.pool.query(`select from ${table} where user_id = $1`, [fan]);
    expect({ table, rowCount }).toEqual({ table, rowCount: 0 });
  }
});

it("of a new notification start with the person's choice for all other notifications", async () => {
  const { pool, url } = await createEmptyDatabase();
  const shipped = await readMigrations();
  const next = shipped.findIndex(({ name }) => name === 'declared_notifications');
  await migrate({ connectionString: url }, shipped.slice(0, next));
  const id = randomUUID();
  await pool.query(
    "insert into profiles (id, username, email, display_name) values ($1, 'a', 'a@example.org', 'A')",
    [id],
  );
  await pool.query(
    `insert into notification_preferences (user_id, type, in_app, web_push, mail)
     values ($1, 'other', false, false, true), ($1, 'comment', true, false, false)`,
    [id],
  );
  await migrate({ connectionString: url }, shipped);
  const { rows } = await pool.query(
    `select in_app, mail, array_agg(preference order by preference) as keys
     from notification_preferences group by in_app, mail order by in_app`,
  );
  const separate = [
    'appeal',
    'event',
    'gift',
    'money_admin',
    'payout',
    'raid',
    'recording',
    'refund',
    'subscription',
  ];
  expect(rows).toEqual([
    { in_app: false, mail: true, keys: [...separate, 'other'].toSorted() },
    { in_app: true, mail: false, keys: ['comment'] },
  ]);
});
