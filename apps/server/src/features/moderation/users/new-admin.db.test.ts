import type { UserId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createNotificationsFixture } from '../../../../test/support/notifications-fixture.ts';
import { createUsersFixture } from '../../../../test/support/users-fixture.ts';
import { newAdmin } from '../moderation.notifications.ts';
import { createNewAdminNotifier } from './new-admin.ts';
import { createUserActions } from './user-actions.service.ts';

const db = await createTestDatabase();
const { account, bell, mailbox, notifications, prefer } = await createNotificationsFixture(db, [newAdmin]);
const { users, channels } = createUsersFixture(db);
const userActions = createUserActions({
  db,
  users,
  channels,
  notify: async () => {},
  sendBanMail: async () => {},
  notifyOfNewAdmin: createNewAdminNotifier(notifications),
});

const actor = (userId: UserId) => ({ userId, requestId: 'a request', addressHash: null, isProven: true });
const profileOf = async (id: UserId) => (await users.find(id)) ?? expect.fail();
const mailsTo = async (id: UserId) => mailbox.to((await profileOf(id)).email);
const newest = async (id: UserId) => (await bell(id)).notifications[0];

it('notifies every admin of a new one in the bell and by mail, whatever they prefer and whatever the new one does next', async () => {
  const [first, silent, made, person] = [await account(), await account(), await account(), await account()];
  await userActions.grantRole(first, 'admin', null);
  await userActions.grantRole(silent, 'admin', null);
  await prefer(silent, 'other', { inApp: false, webPush: false, mail: false });

  await userActions.grantRole(made, 'admin', actor(first));
  // The ban comes before a job could have run.
  await userActions.ban(silent, { reason: null, days: null }, actor(made));
  const { username } = await profileOf(made);
  const by = (await profileOf(first)).username;
  for (const id of [first, silent, made]) {
    expect(await newest(id)).toMatchObject({
      title: `@${username} is now an admin`,
      message: expect.stringContaining(`@${by} granted the role.`),
      href: `/dashboard/admin/users/${made}`,
      actor: null,
    });
    const subject = `Test: @${username} is now an admin`;
    const found = async () => (await mailsTo(id)).filter((mail) => mail.subject === subject);
    await expect.poll(found).toHaveLength(1);
    expect((await found())[0]).toMatchObject({
      purpose: 'security',
      text: expect.stringContaining(`https://live.example.org/dashboard/admin/users/${made}`),
    });
  }
  expect((await bell(person)).notifications).toEqual([]);
  expect(await mailsTo(person)).toEqual([]);
});

it('sends no notice of a grant that was rolled back, repeated or of another role', async () => {
  const [admin, person] = [await account(), await account()];
  await userActions.grantRole(admin, 'admin', null);
  const before = (await bell(admin)).notifications.length;
  await userActions.grantRole(admin, 'admin', null);
  await userActions.grantRole(person, 'streamer', actor(admin));
  await expect(
    db.transact(async (tx) => {
      await createNewAdminNotifier(notifications)(tx, await profileOf(person), admin);
      throw new Error('Rolled back.');
    }),
  ).rejects.toThrow('Rolled back.');
  expect((await bell(admin)).notifications).toHaveLength(before);
});
