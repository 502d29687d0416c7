import type { HeldOutcome } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEvents } from '#platform/events/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { chatMessageSent, chatQueueChanged } from '../chat.events.ts';
import { createChatService } from '../chat.service.ts';
import { deleteHeldBefore, findAllOf, findWaiting } from '../held/held.repo.ts';
import { createChatModeration } from '../moderation/moderation.service.ts';
import { createChatRooms } from '../rooms.service.ts';
import { createHeldMessages } from './held.service.ts';

const db = await createTestDatabase();
const { person, streamer, stream } = createPeopleFixture(db);
/** The patches that people's open tabs received. */
const patches: { userId: UserId; data: unknown }[] = [];
const realtime = {
  topic: () => ({
    toUser: (userId: UserId) => ({ patch: (data: unknown) => patches.push({ userId, data }) }),
  }),
} as unknown as Parameters<typeof createHeldMessages>[0]['realtime'];
const options = {
  db,
  realtime,
  nowMs: () => Date.now(),
  jobs: { send: async () => {} },
  notifications: { notify: async () => {} },
  presence: { isIn: () => false },
  playback: { requireShown: async () => {} },
  memberships: { subscribersAmong: async () => new Set<UserId>() },
  emotes: { usedIn: async () => [] },
};
const chat = createChatService(options);
const rooms = createChatRooms({ db });
const moderation = createChatModeration(options);
const held = createHeldMessages(options);
const actor = (userId: UserId) => ({ userId, requestId: 'test', addressHash: null });
const say = (to: StreamId, by: UserId, text: string, clientId: string = uuidv7(), replyTo?: number) =>
  chat.send(to, by, { clientId, kind: 'message', text, replyTo });
const textsOf = async (id: StreamId) => (await chat.messages(id, null)).messages.map(({ text }) => text);
const waiting = (channelId: UserId) => db.read((reader) => findWaiting(reader, channelId));
const decide = (channelId: UserId, id: string, outcome: HeldOutcome, by = channelId) =>
  held.decide(channelId, id, outcome, actor(by));
const DECIDED = { code: 'held_message_decided' };

/** Creates a chat that holds links, and a message of a viewer. */
async function setUp(text = 'see example.org') {
  const [river, fan] = [await streamer(), await person()];
  const id = await stream(river);
  await rooms.change(
    river,
    { filters: ['links'], blockedWords: ['spoiler'], filtered: 'hold' },
    actor(river),
  );
  const clientId = uuidv7();
  const sent = await say(id, fan, text, clientId);
  const [message = expect.fail()] = (await waiting(river)).held;
  return { river, fan, id, clientId, sent, message };
}

describe('a message that a filter of the channel matches', () => {
  it('is held, shown to its author and the moderators alone, and appears at the time of its release', async () => {
    const { river, fan, id, clientId, sent, message } = await setUp();
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const announced: unknown[] = [];
    events.on(chatMessageSent, (event) => void announced.push(event.message.text));
    events.on(chatQueueChanged, ({ channelId }) => void announced.push(channelId === river));
    expect(sent).toEqual({ number: null, waitMs: 0 });
    expect(message).toMatchObject({
      streamId: id,
      author: { id: fan },
      matched: 'links',
      text: 'see example.org',
    });
    expect(await textsOf(id)).toEqual([]);
    expect(await moderation.standing(id, fan)).toMatchObject({
      held: [{ clientId, text: 'see example.org', isRefused: false }],
    });
    expect(await moderation.standing(id, await person())).toMatchObject({ held: [] });
    await say(id, river, 'hello');
    // A client that lost the response sends the message again.
    expect(await say(id, fan, 'see example.org', clientId)).toMatchObject({ number: null });
    await decide(river, message.id, 'released');
    expect(await textsOf(id)).toEqual(['hello', 'see example.org']);
    expect(patches.at(-1)).toMatchObject({ userId: fan, data: { standing: { held: [] } } });
    expect(await say(id, fan, 'see example.org', clientId)).toMatchObject({ number: 2 });
    await expect.poll(() => announced, { timeout: 10_000 }).toEqual(['hello', 'see example.org', true]);
  });

  it('is refused by a moderator, and its author is told, also when they send it again', async () => {
    const { river, fan, id, clientId, message } = await setUp('a spoiler');
    expect(message.matched).toBe('blocked_word');
    await expect(decide(river, message.id, 'refused', fan)).rejects.toMatchObject({ code: 'not_moderator' });
    await expect(decide(await streamer(), message.id, 'released')).rejects.toMatchObject(DECIDED);
    await decide(river, message.id, 'refused');
    expect(patches.at(-1)).toMatchObject({
      userId: fan,
      data: { standing: { held: [{ isRefused: true }] } },
    });
    await expect(say(id, fan, 'a spoiler', clientId)).rejects.toMatchObject({ code: 'chat_message_refused' });
    expect([await textsOf(id), await waiting(river)]).toEqual([[], { held: [], heldCount: 0 }]);
    const { rows } = await db.pool.query(
      'select action from audit_log where actor_id = $1 order by id desc',
      [river],
    );
    expect(rows[0]).toEqual({ action: 'chat.message_refused' });
    await held.discard(river, message.id, fan);
    expect(await moderation.standing(id, fan)).toMatchObject({ held: [] });
  });

  it('is decided once by two moderators at the same time', async () => {
    const { river, fan, id, message } = await setUp();
    const other = await person();
    await moderation.setModerator(river, other, true, actor(river));
    const both = await Promise.allSettled([
      decide(river, message.id, 'released', river),
      decide(river, message.id, 'released', other),
      decide(river, message.id, 'refused', other),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of both) if (result.status === 'rejected') expect(result.reason).toMatchObject(DECIDED);
    expect((await textsOf(id)).length + (await moderation.standing(id, fan)).held.length).toBe(1);
  });

  it('cannot be released once its stream has ended, its author was banned or took it back, or it has expired', async () => {
    const ended = await setUp();
    await db.pool.query("update streams set status = 'ended', ended_at = now() where id = $1", [ended.id]);
    expect(await waiting(ended.river)).toEqual({ held: [], heldCount: 0 });
    await expect(decide(ended.river, ended.message.id, 'released')).rejects.toMatchObject({
      code: 'chat_closed',
    });

    const banned = await setUp();
    await moderation.ban(banned.id, banned.fan, { seconds: 60 }, actor(banned.river));
    await expect(decide(banned.river, banned.message.id, 'released')).rejects.toMatchObject(DECIDED);

    const hidden = await setUp();
    await db.pool.query('update profiles set banned_at = now() where id = $1', [hidden.fan]);
    await expect(decide(hidden.river, hidden.message.id, 'released')).rejects.toMatchObject({
      code: 'held_author_refused',
    });

    const withdrawn = await setUp();
    await expect(held.discard(withdrawn.river, withdrawn.message.id, await person())).rejects.toMatchObject(
      DECIDED,
    );
    await held.discard(withdrawn.river, withdrawn.message.id, withdrawn.fan);
    await expect(decide(withdrawn.river, withdrawn.message.id, 'released')).rejects.toMatchObject(DECIDED);

    const old = await setUp();
    expect(await db.read((reader) => findAllOf(reader, old.fan))).toMatchObject([
      { text: 'see example.org' },
    ]);
    await db.pool.query("update chat_held_messages set held_at = now() - interval '25 hours' where id = $1", [
      old.message.id,
    ]);
    expect(await db.transact((tx) => deleteHeldBefore(tx, new Date(Date.now() - 86_400_000), 10))).toBe(1);
    await expect(decide(old.river, old.message.id, 'released')).rejects.toMatchObject(DECIDED);
  });

  it('is refused while three messages of its author wait, and if a word of the instance matches', async () => {
    const { fan, id } = await setUp();
    for (const text of ['example.com', 'example.net']) await say(id, fan, text);
    await expect(say(id, fan, 'example.tv')).rejects.toMatchObject({ code: 'chat_held_limit' });
    await db.pool.query("update instance_settings set chat_blocked_words = '{darn}'");
    chat.forgetRules();
    await expect(say(id, fan, 'darn example.org')).rejects.toMatchObject({ code: 'chat_blocked_word' });
    await db.pool.query("update instance_settings set chat_blocked_words = '{}'");
    chat.forgetRules();
  });

  it("counts in slow mode, and its author's waiting time is known after a reload", async () => {
    const { river, fan, id } = await setUp();
    await rooms.change(river, { slowSeconds: 600 }, actor(river));
    chat.forgetRules();
    await expect(say(id, fan, 'hello')).rejects.toMatchObject({ code: 'chat_slow' });
    const { waitMs } = await moderation.standing(id, fan);
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(600_000);
    expect(await moderation.standing(id, river)).toMatchObject({ canModerate: true, waitMs: 0 });
  });

  it('keeps the reference to the message that it answers', async () => {
    const { river, fan, id } = await setUp();
    await say(id, river, 'which site?');
    await say(id, fan, 'example.org', uuidv7(), 1);
    const [, answer = expect.fail()] = (await waiting(river)).held;
    expect(answer.replyTo).toMatchObject({ number: 1, text: 'which site?' });
    await decide(river, answer.id, 'released');
    const { messages } = await chat.messages(id, null);
    expect(messages.at(-1)).toMatchObject({
      text: 'example.org',
      replyTo: { number: 1, text: 'which site?' },
    });
  });
});
