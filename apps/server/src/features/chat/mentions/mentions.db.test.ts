import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { errors } from '../chat.errors.ts';
import { notifyOfMention } from '../chat.jobs.ts';
import { createChatService } from '../chat.service.ts';
import { createMentions, MENTIONS_PER_HOUR } from './mentions.service.ts';

const db = await createTestDatabase();
const { person, people, streamer, stream } = createPeopleFixture(db);

interface Notified {
  readonly userId: UserId;
  readonly title: string;
  readonly message: string;
}

/** Creates a chat whose mentions are notified at once. */
function setUp({ inRoom = new Set<UserId>(), without = new Set<UserId>() } = {}) {
  const notified: Notified[] = [];
  const seen = new Set<string>();
  const mentions = createMentions({
    db,
    playback: {
      requireAccess: async (_id, viewer) => {
        if (viewer && without.has(viewer.userId)) throw errors.stream_not_found();
      },
    },
    notifications: {
      notify: async (_tx, notification) => {
        const { userId, title, message, dedupeKey } = inEnglish(notification);
        const key = `${userId} ${dedupeKey}`;
        if (!seen.has(key)) notified.push({ userId, title, message });
        seen.add(key);
      },
    },
    presence: { isIn: (_id, userId) => inRoom.has(userId) },
    sharedState: createMemoryState(),
  });
  const sent: [StreamId, number][] = [];
  const chat = createChatService({
    db,
    jobs: {
      send: async (_tx, _job, data) => {
        const { streamId, number } = notifyOfMention.schema.parse(data);
        sent.push([streamId, number]);
      },
    },
    playback: { requireShown: async () => {} },
    memberships: { subscribersAmong: async () => new Set() },
    emotes: { usedIn: async () => [] },
  });
  const say = (id: StreamId, by: UserId, text: string, replyTo?: number) =>
    chat.send(id, by, { clientId: uuidv7(), kind: 'message', text, replyTo });
  async function notify(): Promise<void> {
    for (const [id, number] of sent.splice(0)) await mentions.notify(id, number);
  }
  return { chat, say, notify, notified, sent };
}

const nameOf = async (id: UserId): Promise<string> =>
  (await db.pool.query('select username from profiles where id = $1', [id])).rows[0].username;

describe('an answer in a chat', () => {
  it('carries the beginning of the message that it answers, until that is deleted', async () => {
    const [id, ada, ben] = [await stream(await streamer()), await person(), await person()];
    const { chat, say } = setUp();
    await say(id, ada, `first ${'x'.repeat(400)}`);
    await say(id, ben, 'second', 1);
    const replyOf = async () => (await chat.messages(id, null)).messages.at(-1)?.replyTo;
    expect(await replyOf()).toMatchObject({
      number: 1,
      author: { id: ada },
      text: `first ${'x'.repeat(134)}`,
    });
    await db.pool.query('update chat_messages set deleted_at = now() where stream_id = $1 and number = 1', [
      id,
    ]);
    expect(await replyOf()).toMatchObject({ author: { id: ada }, text: null });
    await db.pool.query('delete from profiles where id = $1', [ada]);
    expect(await replyOf()).toEqual({ number: 1, author: null, text: null });
  });

  it('is refused if the stream has no message with that number', async () => {
    const [id, other, ada] = [await stream(await streamer()), await stream(await streamer()), await person()];
    const { say } = setUp();
    await say(other, ada, 'elsewhere');
    await expect(say(id, ada, 'hello', 1)).rejects.toMatchObject({ code: 'message_not_found' });
  });
});

describe('mentions and answers', () => {
  it('notify the mentioned and the answered person once per author and stream, and no person for a plain message or a link', async () => {
    const [id, ada, ben, cem] = [await stream(await streamer()), ...(await people(3))] as [
      StreamId,
      ...[UserId, UserId, UserId],
    ];
    const { say, notify, notified, sent } = setUp();
    await say(id, ada, `hello, see https://example.org/?by=@${await nameOf(ben)}`);
    expect(sent).toEqual([]);
    const text = `yes, @${(await nameOf(cem)).toUpperCase()} and @${await nameOf(ben)}`;
    await say(id, ben, text, 1);
    await say(id, ben, `again @${await nameOf(cem)}`);
    await notify();
    expect(notified).toEqual([
      { userId: ada, title: 'Somebody replied to you in chat', message: text },
      { userId: cem, title: 'Somebody mentioned you in chat', message: text },
    ]);
  });

  it('do not notify people who have the chat open, may not read it or have blocked the author', async () => {
    const [id, ada, ben, cem, dee] = [await stream(await streamer()), ...(await people(4))] as [
      StreamId,
      ...[UserId, UserId, UserId, UserId],
    ];
    const { say, notify, notified } = setUp({ inRoom: new Set([ben]), without: new Set([cem]) });
    await db.pool.query('insert into user_blocks (blocker_id, blocked_id) values ($1, $2)', [dee, ada]);
    await say(id, ada, `@${await nameOf(ben)} @${await nameOf(cem)} @${await nameOf(dee)}`);
    await notify();
    expect(notified).toEqual([]);
  });

  it('do not notify people once the message is deleted or its author is banned', async () => {
    const [river, ada, ben] = [await streamer(), await person(), await person()];
    const id = await stream(river);
    const { say, notify, notified } = setUp();
    await say(id, ada, `@${await nameOf(ben)}`);
    await db.pool.query('update chat_messages set deleted_at = now() where stream_id = $1', [id]);
    await say(id, ada, `@${await nameOf(ben)}`);
    await db.pool.query('insert into chat_bans (channel_id, user_id) values ($1, $2)', [river, ada]);
    await notify();
    expect(notified).toEqual([]);
  });

  it('of one author notify a limited number of people in an hour', async () => {
    const [id, ada, ...others] = [
      await stream(await streamer()),
      ...(await people(MENTIONS_PER_HOUR + 6)),
    ] as [StreamId, ...UserId[]];
    const { say, notify, notified } = setUp();
    for (const other of others) await say(id, ada as UserId, `@${await nameOf(other)}`);
    await notify();
    expect(notified).toHaveLength(MENTIONS_PER_HOUR);
  });
});
