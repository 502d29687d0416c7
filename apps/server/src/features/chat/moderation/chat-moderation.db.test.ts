import { chatTopic, EMPTY_CHAT_ROOM } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEvents } from '#platform/events/index.ts';
import { createLog } from '#platform/log/log.ts';
import { defineTopic } from '#platform/realtime/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { serveRealtime } from '../../../../test/support/realtime-harness.ts';
import { chatMessagesDeleted } from '../chat.events.ts';
import { createChatService } from '../chat.service.ts';
import { createChatPeople } from '../people/people.service.ts';
import { createChatModeration } from './moderation.service.ts';
import { BAN_NOTICES_PER_HOUR } from './notices.ts';

const db = await createTestDatabase();
const { person, streamer, stream } = createPeopleFixture(db);
const options = {
  db,
  jobs: { send: async () => {} },
  playback: { requireShown: async () => {} },
  memberships: { subscribersAmong: async () => new Set<UserId>() },
  emotes: { usedIn: async () => [] },
};
const chat = createChatService(options);
const by = (userId: UserId) => ({ userId, requestId: 'test', addressHash: null });
const say = (to: StreamId, author: UserId, text: string) =>
  chat.send(to, author, { clientId: uuidv7(), kind: 'message', text });
const textsOf = async (id: StreamId) => (await chat.messages(id, null)).messages.map(({ text }) => text);
const NOT_MODERATOR = { code: 'not_moderator' };
const BANNED = { code: 'chat_banned' };

/** Creates a running stream with its streamer, and a viewer with open tabs. */
async function setUp() {
  const [river, fan] = [await streamer(), await person()];
  const id = await stream(river);
  const { realtime, connect } = await serveRealtime({
    topics: [
      defineTopic(chatTopic, {
        snapshot: () => ({ messages: [], room: EMPTY_CHAT_ROOM }),
        actions: { send: () => ({ number: 1, waitMs: 0 }) },
      }),
    ],
    authenticate: async () => ({ userId: fan, roles: [] }),
  });
  let nowMs = Date.now();
  const notified: unknown[] = [];
  const inRoom = new Set<UserId>();
  const moderation = createChatModeration({
    db,
    realtime,
    nowMs: () => nowMs,
    notifications: {
      notify: async (_tx, notification) => {
        const { userId, title, message } = inEnglish(notification);
        notified.push([userId, title, message]);
      },
    },
    presence: { isIn: (_id, userId) => inRoom.has(userId) },
  });
  const events = await openEvents(db.pool, createLog('silent'));
  onTestFinished(() => events.close());
  const deleted: unknown[] = [];
  events.on(chatMessagesDeleted, (event) => void deleted.push(event.deleted));
  return {
    river,
    fan,
    id,
    moderation,
    connect,
    deleted,
    notified,
    inRoom,
    setClock: (ms: number) => {
      nowMs = ms;
    },
  };
}

describe('a ban from the chats of a channel', () => {
  it('refuses messages at once, deletes those of this stream, and shows the reason and the end of the ban in open tabs', async () => {
    const { river, fan, id, moderation, connect, deleted } = await setUp();
    const tab = await connect({ cookie: 'fan' });
    tab.subscribe(`chat:${id}`);
    await tab.next();
    await say(id, fan, 'first');
    await say(id, river, 'welcome');
    await say(id, fan, 'second');
    await moderation.ban(id, fan, { seconds: 600, reason: 'Spam' }, by(river));
    await expect(say(id, fan, 'third')).rejects.toMatchObject(BANNED);
    expect(await textsOf(id)).toEqual([null, 'welcome', null]);
    await expect.poll(() => deleted).toEqual([{ authorId: fan, from: 1, upTo: 3 }]);
    const ban = { until: expect.any(String), reason: 'Spam', appeal: null };
    const standing = { canModerate: false, powers: [], ban, waitMs: 0, held: [], vote: null };
    expect(await tab.next()).toMatchObject({ kind: 'patch', data: { standing } });
    expect(await moderation.standing(id, fan)).toEqual(standing);
    await moderation.unban(river, fan, by(river));
    expect(await tab.next()).toMatchObject({ data: { standing: { ban: null } } });
    expect(await say(id, fan, 'fourth')).toMatchObject({ number: 4 });
  });

  it('refuses a message that is being sent at the same time', async () => {
    const { river, fan, id, moderation } = await setUp();
    const slow = createChatService({
      ...options,
      // Bans the author after the sender was checked, and before the message is stored.
      emotes: {
        async usedIn() {
          await moderation.ban(id, fan, { seconds: null }, by(river));
          return [];
        },
      },
    });
    const message = { clientId: uuidv7(), kind: 'message', text: 'Too late' } as const;
    await expect(slow.send(id, fan, message)).rejects.toMatchObject(BANNED);
    expect(await textsOf(id)).toEqual([]);
  });

  it('ends by itself, and holds in the next stream of the channel but not in those of others', async () => {
    const { river, fan, id, moderation, setClock } = await setUp();
    await moderation.ban(id, fan, { seconds: 60 }, by(river));
    await db.pool.query("update streams set status = 'ended', ended_at = now() where id = $1", [id]);
    const next = await stream(river);
    await expect(say(next, fan, 'hello')).rejects.toMatchObject(BANNED);
    expect(await say(await stream(await streamer()), fan, 'hello')).toMatchObject({ number: 1 });
    // The clock stands an hour behind, so the minute is over.
    setClock(Date.now() - 3_600_000);
    await moderation.ban(next, fan, { seconds: 60 }, by(river));
    expect(await say(next, fan, 'hello')).toMatchObject({ number: 1 });
  });

  it('is imposed by moderators, whom the streamer appoints, and never on a person of the same or a higher rank', async () => {
    const { river, fan, id, moderation } = await setUp();
    const [helper, admin, other] = [await person(), await person(), await person()];
    await db.pool.query("insert into user_roles (user_id, role) values ($1, 'admin')", [admin]);
    await expect(moderation.ban(id, fan, { seconds: null }, by(helper))).rejects.toMatchObject(NOT_MODERATOR);
    await expect(moderation.setModerator(river, helper, true, by(fan))).rejects.toMatchObject(NOT_MODERATOR);
    await moderation.setModerator(river, helper, true, by(river));
    await moderation.setModerator(river, other, true, by(admin));
    await moderation.ban(id, fan, { seconds: null, reason: '' }, by(helper));
    await expect(say(id, fan, 'hello')).rejects.toMatchObject(BANNED);
    for (const untouchable of [river, admin, other, helper]) {
      const ban = moderation.ban(id, untouchable, { seconds: 60 }, by(helper));
      await expect(ban).rejects.toMatchObject(NOT_MODERATOR);
    }
    await expect(moderation.setModerator(river, fan, true, by(helper))).rejects.toMatchObject(NOT_MODERATOR);
    await moderation.setModerator(river, helper, false, by(river));
    await expect(moderation.unban(river, fan, by(helper))).rejects.toMatchObject(NOT_MODERATOR);
    const { messages } = await (async () => {
      await say(id, other, 'I moderate');
      return await chat.messages(id, null);
    })();
    expect(messages.at(-1)?.author.badges).toEqual(['moderator']);
  });
});

describe('the powers of a moderator', () => {
  it('are complete until the streamer chooses some of them, and change at once', async () => {
    const { river, fan, id, moderation } = await setUp();
    const helper = await person();
    const actor = by(helper);
    const announce = () => chat.send(id, helper, { clientId: uuidv7(), kind: 'announcement', text: 'Hello' });
    await moderation.setModerator(river, helper, true, by(river));
    expect((await moderation.standing(id, helper)).powers).toEqual(['people', 'room', 'raids']);
    await announce();
    await expect(moderation.setPowers(river, helper, ['room'], actor)).rejects.toMatchObject(NOT_MODERATOR);
    await expect(moderation.setPowers(river, fan, ['room'], by(river))).rejects.toMatchObject({
      code: 'moderator_not_found',
    });

    await moderation.setPowers(river, helper, ['room'], by(river));
    expect(await moderation.standing(id, helper)).toMatchObject({ canModerate: true, powers: ['room'] });
    await say(id, fan, 'hello');
    const problem = /moderators who may delete messages and ban people/;
    await expect(moderation.ban(id, fan, { seconds: 60 }, actor)).rejects.toThrow(problem);
    await expect(moderation.deleteMessage(id, 2, actor)).rejects.toThrow(problem);
    await moderation.clear(id, actor);

    await moderation.setPowers(river, helper, ['people'], by(river));
    await moderation.ban(id, fan, { seconds: 60 }, actor);
    await expect(moderation.clear(id, actor)).rejects.toMatchObject(NOT_MODERATOR);
    await expect(announce()).rejects.toMatchObject(NOT_MODERATOR);
    await moderation.setModerator(river, helper, true, by(river));
    expect((await moderation.standing(id, helper)).powers).toHaveLength(3);
    expect((await moderation.standing(id, river)).powers).toContain('appointments');
  });
});

describe('a message', () => {
  it('is deleted once, by its author or a moderator only', async () => {
    const { river, fan, id, moderation } = await setUp();
    const other = await person();
    for (const author of [fan, fan, river]) await say(id, author, 'hello');
    await expect(moderation.deleteMessage(id, 1, by(other))).rejects.toMatchObject(NOT_MODERATOR);
    await expect(moderation.deleteMessage(id, 3, by(fan))).rejects.toMatchObject(NOT_MODERATOR);
    expect(await textsOf(id)).toEqual(['hello', 'hello', 'hello']);
    await moderation.deleteMessage(id, 1, by(fan));
    await moderation.deleteMessage(id, 2, by(river));
    await expect(moderation.deleteMessage(id, 2, by(river))).rejects.toMatchObject({
      code: 'message_not_found',
    });
    expect(await textsOf(id)).toEqual([null, null, 'hello']);
  });
});

it('is deleted and no longer listed when a moderator clears the chat, which says so', async () => {
  const { river, fan, id, moderation, deleted } = await setUp();
  for (const text of ['one', 'two']) await say(id, fan, text);
  await expect(moderation.clear(id, by(fan))).rejects.toMatchObject(NOT_MODERATOR);
  await moderation.clear(id, by(river));
  await say(id, fan, 'three');
  const page = await chat.messages(id, null);
  expect(page).toMatchObject({
    hasOlder: false,
    messages: [
      { number: 3, kind: 'system', text: 'A moderator cleared the chat', fact: { kind: 'cleared' } },
      { number: 4, text: 'three' },
    ],
  });
  await expect.poll(() => deleted, { timeout: 10_000 }).toEqual([{ authorId: null, from: 1, upTo: 2 }]);
  const reply = { clientId: uuidv7(), kind: 'message', text: 'late answer', replyTo: 1 } as const;
  await expect(chat.send(id, fan, reply)).rejects.toMatchObject({ code: 'message_not_found' });
  const { rows } = await db.pool.query(
    "select details->'after' as after from audit_log where actor_id = $1 and action = 'chat.cleared'",
    [river],
  );
  expect(rows).toEqual([{ after: { upTo: 2 } }]);
});

it("notifies the banned person of the moderators' decisions, unless they see them in the chat or wrote nothing there", async () => {
  const { river, fan, id, moderation, notified, inRoom } = await setUp();
  await moderation.ban(id, fan, { seconds: 60, reason: 'Spam' }, by(river));
  await moderation.unban(river, fan, by(river));
  inRoom.add(fan);
  await say(id, fan, 'hello');
  await moderation.ban(id, fan, { seconds: 60, reason: 'Spam' }, by(river));
  expect(notified).toEqual([]);
  await moderation.unban(river, fan, by(river));
  inRoom.clear();
  await say(id, fan, 'hello again');
  await moderation.ban(id, fan, { seconds: 600, reason: 'Spam' }, by(river));
  const title = 'A moderator banned you from the chat of Somebody';
  expect(notified).toEqual([[fan, title, 'For 10 minutes. Reason: Spam']]);
  await moderation.unban(river, fan, by(river));
  const again = 'You can write in the chat of Somebody again';
  expect(notified.slice(1)).toEqual([[fan, again, 'A moderator lifted your ban.']]);
  await moderation.unban(river, fan, by(river));
  expect(notified).toHaveLength(2);
});

it('notifies a person who is banned repeatedly of the first bans in an hour only', async () => {
  const { river, fan, id, moderation, notified } = await setUp();
  for (let bans = 0; bans <= BAN_NOTICES_PER_HOUR; bans++) {
    await say(id, fan, 'hello');
    await moderation.ban(id, fan, { seconds: 60 }, by(river));
    await moderation.unban(river, fan, by(river));
  }
  expect(notified).toHaveLength(BAN_NOTICES_PER_HOUR);
  // Bans of another channel are counted separately.
  const other = await streamer();
  const otherStream = await stream(other);
  await say(otherStream, fan, 'hello');
  await moderation.ban(otherStream, fan, { seconds: 60 }, by(other));
  expect(notified).toHaveLength(BAN_NOTICES_PER_HOUR + 1);
});

it("shows moderators the person's latest messages in the channel and their number of bans, and others only counts", async () => {
  const { river, fan, id, moderation } = await setUp();
  const people = createChatPeople({ db });
  const other = await person();
  await say(await stream(await streamer()), fan, 'elsewhere');
  await say(id, fan, 'deleted');
  await moderation.deleteMessage(id, 1, by(river));
  await say(id, fan, 'second');
  await db.pool.query("update streams set status = 'ended', ended_at = now() where id = $1", [id]);
  const next = await stream(river);
  await say(next, fan, 'third');
  expect(await people.person(river, fan, other)).toMatchObject({ messageCount: 2 });
  await expect(people.history(river, fan, other)).rejects.toMatchObject(NOT_MODERATOR);
  const { messages } = await people.history(river, fan, river);
  expect(messages.map(({ text }) => text)).toEqual(['third', 'second', null]);
  await moderation.ban(next, fan, { seconds: null, reason: 'Spam' }, by(river));
  await moderation.unban(river, fan, by(river));
  const { acts } = await people.history(river, fan, river);
  expect(acts).toMatchObject([
    { act: 'unbanned', reason: '' },
    { act: 'banned', reason: 'Spam', until: null, by: expect.any(String) },
  ]);
});

it("writes moderators' actions to the audit log with their reasons", async () => {
  const { river, fan, id, moderation } = await setUp();
  await say(id, fan, 'hello');
  await moderation.deleteMessage(id, 1, by(river));
  await moderation.ban(id, fan, { seconds: 60, reason: 'Spam' }, by(river));
  await moderation.unban(river, fan, by(river));
  await moderation.setModerator(river, fan, true, by(river));
  await moderation.setModerator(river, fan, false, by(river));
  const { rows } = await db.pool.query(
    "select action, details->>'reason' as reason from audit_log where actor_id = $1 order by id",
    [river],
  );
  expect(rows).toEqual([
    { action: 'chat.message_deleted', reason: null },
    { action: 'chat.user_banned', reason: 'Spam' },
    { action: 'chat.user_unbanned', reason: null },
    { action: 'chat.moderator_added', reason: null },
    { action: 'chat.moderator_removed', reason: null },
  ]);
});
