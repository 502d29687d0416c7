import type { UserId } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import type { Notify } from '#platform/notifications/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { createChatModeration } from '../moderation/moderation.service.ts';
import { findOpenAppeals } from './appeals.repo.ts';
import { createChatAppeals } from './appeals.service.ts';

const db = await createTestDatabase();
const { person, streamer, stream } = createPeopleFixture(db);
let nowMs = Date.now();
/** The notifications of people, and the patches that their open tabs received. */
const notified: { userId: UserId; title: string; message: string; href: string; dedupeKey?: string }[] = [];
const patches: unknown[] = [];
const inRoom = new Set<UserId>();
const options = {
  db,
  nowMs: () => nowMs,
  notifications: {
    notify: async (_tx: unknown, notification: Notify) => {
      const { userId, title, message, href, dedupeKey } = inEnglish(notification);
      notified.push({ userId, title, message, href, ...(dedupeKey && { dedupeKey }) });
    },
  },
  presence: { isIn: (_id: unknown, userId: UserId) => inRoom.has(userId) },
  realtime: { topic: () => ({ toUser: () => ({ patch: (data: unknown) => patches.push(data) }) }) },
} as unknown as Parameters<typeof createChatModeration>[0];
const moderation = createChatModeration(options);
const appeals = createChatAppeals(options);
const actor = (userId: UserId) => ({ userId, requestId: 'test', addressHash: null });
const open = (channelId: UserId) => db.read((reader) => findOpenAppeals(reader, channelId));

/** A viewer whom a moderator of a channel has banned permanently. */
async function setUp() {
  const [river, helper, fan] = [await streamer(), await person(), await person()];
  const id = await stream(river);
  await moderation.setModerator(river, helper, true, actor(river));
  await moderation.ban(id, fan, { seconds: null, reason: 'Spam' }, actor(helper));
  const decide = (outcome: 'lifted' | 'upheld', by: UserId, reply = '') =>
    appeals.decide(river, fan, { outcome, reply }, actor(by));
  return { river, helper, fan, id, decide };
}

describe('an appeal against a ban from a channel’s chats', () => {
  it('is sent once, decided by a moderator who did not ban the person, and answered', async () => {
    const { river, helper, fan, id, decide } = await setUp();
    await expect(appeals.send(river, await person(), 'I did nothing')).rejects.toMatchObject({
      code: 'chat_ban_over',
    });
    await appeals.send(river, fan, 'I did not mean it');
    await expect(appeals.send(river, fan, 'Again')).rejects.toMatchObject({ code: 'chat_ban_appealed' });
    const appeal = { text: 'I did not mean it', at: expect.any(String), refusal: null };
    expect(patches.at(-1)).toMatchObject({ standing: { ban: { reason: 'Spam', appeal } } });
    expect(await open(river)).toMatchObject([{ id: fan, reason: 'Spam', appeal, excludedId: helper }]);

    await expect(decide('upheld', fan)).rejects.toMatchObject({ code: 'not_moderator' });
    await expect(decide('upheld', helper)).rejects.toMatchObject({ code: 'second_moderator_needed' });
    await decide('upheld', river, 'Read the rules.');
    await expect(decide('lifted', river)).rejects.toMatchObject({ code: 'chat_appeal_decided' });
    expect(await open(river)).toEqual([]);
    expect((await moderation.standing(id, fan)).ban?.appeal?.refusal).toBe('Read the rules.');
    expect(notified.at(-1)).toMatchObject({
      userId: fan,
      title: 'Your appeal was refused',
      message: 'Your ban from the chat of Somebody stays. Read the rules.',
    });
    const { rows } = await db.pool.query(
      "select action, details->>'reason' as reason from audit_log where actor_id = $1 order by id desc limit 1",
      [river],
    );
    expect(rows).toEqual([{ action: 'chat.appeal_upheld', reason: 'Read the rules.' }]);
  });

  it('is granted by ending the ban, and a streamer without moderators decides about their own bans', async () => {
    const { river, helper, fan, id, decide } = await setUp();
    await moderation.ban(id, fan, { seconds: 600 }, actor(river));
    await appeals.send(river, fan, 'Let me write again');
    await expect(decide('lifted', river)).rejects.toMatchObject({ code: 'second_moderator_needed' });
    await moderation.setModerator(river, helper, false, actor(river));
    await decide('lifted', river);
    expect(await moderation.standing(id, fan)).toMatchObject({ ban: null });
    expect(notified.at(-1)).toMatchObject({ userId: fan, title: 'Your appeal was granted' });
  });

  it('notifies the streamer and the moderators who may decide, once an hour for all appeals of the channel, unless they have the chat open', async () => {
    const { river, helper, fan, id } = await setUp();
    const [other, host, second] = [await person(), await person(), await person()];
    for (const moderator of [other, host])
      await moderation.setModerator(river, moderator, true, actor(river));
    await moderation.setPowers(river, host, ['room'], actor(river));
    await moderation.ban(id, second, { seconds: 600 }, actor(helper));
    notified.length = 0;
    await appeals.send(river, fan, 'I did not mean it');
    await appeals.send(river, second, 'Nor did I mean it');
    nowMs += 3_600_000;
    expect(notified.map(({ userId }) => userId)).toEqual([river, other, river, other]);
    const [first, toOther, again] = notified;
    expect(first).toMatchObject({ message: 'I did not mean it', href: '/dashboard/streamer/chat' });
    expect(toOther?.href).toMatch(/^\/dashboard\/viewer\/moderation\/./);
    expect(again?.dedupeKey).toBe(first?.dedupeKey);
    await moderation.unban(river, second, actor(river));
    await moderation.ban(id, second, { seconds: 600 }, actor(helper));
    notified.length = 0;
    inRoom.add(other);
    await appeals.send(river, second, 'Let me write again');
    expect(notified.map(({ userId }) => userId)).toEqual([river]);
    expect(notified[0]?.dedupeKey).not.toBe(first?.dedupeKey);
  });

  it('stays open when the ban is changed, is possible again after a decision, and is granted when the ban is lifted', async () => {
    const { river, fan, id, decide } = await setUp();
    await appeals.send(river, fan, 'Let me write again');
    await moderation.ban(id, fan, { seconds: 600 }, actor(river));
    expect(await open(river)).toHaveLength(1);
    await moderation.setModerator(river, await person(), true, actor(river));
    const [helper] = (
      await db.pool.query('select user_id from chat_moderators where channel_id = $1', [river])
    ).rows;
    await decide('upheld', helper.user_id);
    await moderation.ban(id, fan, { seconds: 6000 }, actor(river));
    await appeals.send(river, fan, 'That is too long');
    await moderation.unban(river, fan, actor(river));
    expect(notified.at(-1)).toMatchObject({ userId: fan, title: 'Your appeal was granted' });
    expect(await open(river)).toEqual([]);
  });
});
