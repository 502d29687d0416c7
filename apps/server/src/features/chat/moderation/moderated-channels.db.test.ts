import type { UserId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import type { Notify } from '#platform/notifications/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { findAllOf } from '../members/members.repo.ts';
import { createModeratedChannels } from './moderated-channels.service.ts';
import { createChatModeration } from './moderation.service.ts';

const db = await createTestDatabase();
const { person, streamer, stream } = createPeopleFixture(db);
const notified: { userId: UserId; title: string; href: string }[] = [];
const patches: unknown[] = [];
const options = {
  db,
  nowMs: () => Date.now(),
  notifications: {
    notify: async (_tx: unknown, notification: Notify) => {
      const { userId, title, href } = inEnglish(notification);
      notified.push({ userId, title, href });
    },
  },
  presence: { isIn: () => false },
  realtime: { topic: () => ({ toUser: () => ({ patch: (data: unknown) => patches.push(data) }) }) },
} as unknown as Parameters<typeof createChatModeration>[0];
const moderation = createChatModeration(options);
const moderated = createModeratedChannels(options);
const actor = (userId: UserId) => ({ userId, requestId: 'test', addressHash: null });

it('lists the channels that a person moderates, with their powers, until they stop', async () => {
  const [river, creek, helper] = [await streamer(), await streamer(), await person()];
  await stream(river);
  for (const channel of [river, creek]) await moderation.setModerator(channel, helper, true, actor(channel));
  await moderation.setPowers(river, helper, ['people'], actor(river));
  const list = await moderated.list(helper);
  expect(list).toMatchObject([
    { id: river, powers: ['people'] },
    { id: creek, powers: ['people', 'room', 'raids'] },
  ]);
  const href = `/dashboard/viewer/moderation/${list[0]?.username}`;
  expect(notified[0]).toEqual({ userId: helper, title: 'You’re a moderator of the chat of Somebody', href });
  const exported = await db.read((reader) => findAllOf(reader, helper));
  expect(exported.moderates).toMatchObject([{ channelId: river, powers: ['people'] }, { channelId: creek }]);

  await moderated.leave(river, actor(helper));
  expect(patches.at(-1)).toMatchObject({ standing: { powers: [] } });
  await moderated.leave(river, actor(helper));
  expect(await moderated.list(helper)).toMatchObject([{ id: creek }]);
  const { rows } = await db.pool.query(
    "select subject_id from audit_log where action = 'chat.moderator_removed'",
  );
  expect(rows).toEqual([{ subject_id: helper }]);
  await db.pool.query('update profiles set banned_at = now() where id = $1', [creek]);
  expect(await moderated.list(helper)).toEqual([]);
});
