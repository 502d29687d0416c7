import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createPeopleFixture } from '../../../test/support/people-fixture.ts';
import { createPreferences } from './index.ts';
import { notificationWaysOf } from './preferences.repo.ts';
import { createPreferencesService } from './preferences.service.ts';

const db = await createTestDatabase();
const { people, person } = createPeopleFixture(db);
const preferences = createPreferencesService(db);

describe('preferences', () => {
  it('start with the defaults, and an edit changes only the given ones', async () => {
    const fan = await person();
    const before = await preferences.of(fan);
    expect(before).toMatchObject({ theme: null, playback: { autoplay: true, lowData: false } });
    await Promise.all([
      preferences.edit(fan, { theme: 'dark' }),
      preferences.edit(fan, { playback: { autoplay: false } }),
      preferences.edit(fan, { notifications: { other: { webPush: false } } }),
    ]);
    await preferences.edit(fan, { playback: { lowData: true } });
    expect(await preferences.of(fan)).toEqual({
      ...before,
      theme: 'dark',
      playback: { autoplay: false, lowData: true },
      notifications: { ...before.notifications, other: { inApp: true, webPush: false, mail: false } },
    });
    await preferences.edit(fan, { theme: null });
    expect((await preferences.of(fan)).theme).toBeNull();
  });
});

it('reads the ways of one notification type for many people, with the defaults where nothing is set', async () => {
  const [first = expect.fail(), second = expect.fail()] = await people(2);
  await preferences.edit(first, {
    notifications: { stream_live: { mail: true }, follower: { inApp: false } },
  });
  const waysOf = async (type: 'stream_live' | 'follower') => [
    ...(await db.read((reader) => notificationWaysOf(reader, [first, second], type))),
  ];
  expect(await waysOf('stream_live')).toEqual([
    [first, { inApp: true, webPush: true, mail: true }],
    [second, { inApp: true, webPush: true, mail: false }],
  ]);
  expect((await waysOf('follower')).map(([, { inApp }]) => inApp)).toEqual([false, true]);
});

it('turns off mails of one type', async () => {
  const fan = await person();
  await preferences.edit(fan, { notifications: { other: { mail: true } } });
  await createPreferences({ db }).turnOffMail(fan, 'other');
  expect((await preferences.of(fan)).notifications.other.mail).toBe(false);
});

it('exports the preferences, and deletes them with the account', async () => {
  const fan = await person();
  await preferences.edit(fan, { theme: 'light', notifications: { other: { mail: true } } });
  expect(await createPreferences({ db }).exportUserData?.(fan)).toMatchObject({
    preferences: { theme: 'light', notifications: { other: { mail: true } } },
  });
  await db.transact((tx) => tx.deleteFrom('profiles').where('id', '=', fan).execute());
  for (const table of ['preferences', 'notification_preferences']) {
    const { rowCount } = await db.pool.query(`select from ${table} where user_id = $1`, [fan]);
    expect({ table, rowCount }).toEqual({ table, rowCount: 0 });
  }
});
