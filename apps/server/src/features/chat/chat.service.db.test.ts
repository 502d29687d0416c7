import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEvents } from '#platform/events/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createPeopleFixture } from '../../../test/support/people-fixture.ts';
import { planReader } from '../../../test/support/query-plans.ts';
import { chatMessageSent } from './chat.events.ts';
import { createChatService } from './chat.service.ts';
import { deleteSentBefore, findAllOf } from './messages/messages.repo.ts';

const db = await createTestDatabase();
const { people, person, streamer, stream } = createPeopleFixture(db);
const subscribers = new Set<UserId>();
const options = {
  db,
  jobs: { send: async () => {} },
  playback: { requireShown: async () => {} },
  memberships: { subscribersAmong: async () => subscribers },
  emotes: { usedIn: async () => [] },
};
/** Two processes of one instance. */
const [chat, secondProcess] = [createChatService(options), createChatService(options)];

const say = (to: StreamId, by: UserId, text: string, clientId: string = uuidv7()) =>
  chat.send(to, by, { clientId, kind: 'message', text });
/** Inserts messages from the second one to `last`. */
const storeUpTo = (last: number, to: StreamId, by: UserId) =>
  db.pool.query(
    `insert into chat_messages (stream_id, number, author_id, client_id, text)
     select $1, n, $2, gen_random_uuid(), 'text ' || n from generate_series(2, $3) n`,
    [to, by, last],
  );
const textsOf = async (id: StreamId) => (await chat.messages(id, null)).messages.map(({ text }) => text);

describe('sending a message', () => {
  it('numbers the messages of each stream from 1 without gaps while many write through two processes', async () => {
    const id = await stream(await streamer());
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const announced: number[] = [];
    events.on(chatMessageSent, ({ streamId, message }) => {
      if (streamId === id) announced.push(message.number);
    });
    const authors = await people(6);
    const sent = await Promise.all(
      authors.flatMap((author, index) =>
        Array.from({ length: 10 }, (_, n) =>
          (n % 2 === 0 ? chat : secondProcess).send(id, author, {
            clientId: uuidv7(),
            kind: 'message',
            text: `${index} ${n}`,
          }),
        ),
      ),
    );
    const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
    expect(sent.map(({ number }) => number ?? 0).toSorted((a, b) => a - b)).toEqual(numbers);
    await expect.poll(() => announced.length).toBe(60);
    expect(announced).toEqual(numbers);
  });

  it('refuses one of several messages that arrive together and stores the others', async () => {
    const id = await stream(await streamer());
    const authors = await people(6);
    const settled = await Promise.allSettled(
      authors.map((author, index) =>
        chat.send(id, author, {
          clientId: uuidv7(),
          kind: 'message',
          // PostgreSQL cannot store the NUL character, and no message has the number 999.
          ...(index === 3 ? { text: 'bad \u0000 byte' } : { text: `hello ${index}` }),
          ...(index === 4 && { replyTo: 999 }),
        }),
      ),
    );
    const statuses = settled.map(({ status }) => status === 'fulfilled');
    expect(statuses).toEqual([true, true, true, false, false, true]);
    expect(settled[4]).toMatchObject({ reason: { code: 'message_not_found' } });
    expect((await textsOf(id)).toSorted()).toEqual(['hello 0', 'hello 1', 'hello 2', 'hello 5']);
  });

  it('stores a message that is sent twice with one client id once, also through two processes at the same time', async () => {
    const [id, author, clientId] = [await stream(await streamer()), await person(), uuidv7()];
    const message = { clientId, kind: 'message', text: 'hello' } as const;
    const sent = await Promise.all([
      chat.send(id, author, message),
      secondProcess.send(id, author, message),
      chat.send(id, author, message),
    ]);
    expect(sent.map(({ number }) => number)).toEqual([1, 1, 1]);
    expect(await say(id, author, 'next')).toMatchObject({ number: 2 });
    expect(await textsOf(id)).toEqual(['hello', 'next']);
  });

  it('marks the streamer, subscribers, verified channels and admins with their roles in the channel', async () => {
    const [river, fan, admin] = [await streamer(), await person(), await person()];
    const id = await stream(river);
    await db.pool.query('update streamer_data set is_verified = true where user_id = $1', [river]);
    await db.pool.query("insert into user_roles (user_id, role) values ($1, 'admin')", [admin]);
    subscribers.add(fan);
    for (const author of [river, fan, admin]) await say(id, author, 'hello');
    const { messages } = await chat.messages(id, null);
    expect(messages.map(({ author }) => author.badges)).toEqual([
      ['streamer', 'verified'],
      ['subscriber'],
      ['admin'],
    ]);
  });

  it('tells actions from plain messages, and lets only moderators announce', async () => {
    const [river, fan] = [await streamer(), await person()];
    const id = await stream(river);
    const send = (by: UserId, kind: 'action' | 'announcement') =>
      chat.send(id, by, { clientId: uuidv7(), kind, text: 'waves' });
    await send(fan, 'action');
    await expect(send(fan, 'announcement')).rejects.toMatchObject({ code: 'not_moderator' });
    await send(river, 'announcement');
    const { messages } = await chat.messages(id, null);
    expect(messages.map(({ kind }) => kind)).toEqual(['action', 'announcement']);
  });

  it('refuses messages to a stream that has ended and from a banned account, whose earlier messages it hides', async () => {
    const [river, spammer] = [await streamer(), await person()];
    const [over, id] = [await stream(river, 'ended'), await stream(river)];
    await expect(say(over, spammer, 'late')).rejects.toMatchObject({ code: 'chat_closed' });
    await say(id, spammer, 'spam');
    await db.pool.query('update profiles set banned_at = now() where id = $1', [spammer]);
    await expect(say(id, spammer, 'more spam')).rejects.toMatchObject({ code: 'account_hidden' });
    expect(await textsOf(id)).toEqual([null]);
  });
});

describe('the messages of a chat', () => {
  it('come in pages of 100 from the newest to the oldest, each of which reads its own messages only', async () => {
    const [id, author] = [await stream(await streamer()), await person()];
    await say(id, author, 'first');
    await storeUpTo(5_000, id, author);
    await db.pool.query('analyze chat_messages');
    const read = async (before: number | null) => {
      const { messages, hasOlder } = await chat.messages(id, before);
      return [messages.at(0)?.number, messages.at(-1)?.number, hasOlder];
    };
    expect(await read(null)).toEqual([4901, 5000, true]);
    expect(await read(4901)).toEqual([4801, 4900, true]);
    expect(await read(6)).toEqual([1, 5, false]);
    const scans = await planReader(db)((reading) =>
      createChatService({ ...options, db: reading }).messages(id, 4000),
    );
    expect(scans.filter(({ table }) => table === 'chat_messages')).toEqual([
      expect.objectContaining({ index: 'chat_messages_pkey', rows: 101 }),
    ]);
  });

  it('are replayed from a given time with some earlier ones, and then page by page', async () => {
    const [id, author] = [await stream(await streamer()), await person()];
    const start = Date.parse('2100-01-01T00:00:00Z');
    await say(id, author, 'first');
    await storeUpTo(300, id, author);
    await db.pool.query(
      "update chat_messages set sent_at = $2::timestamptz + number * interval '1 second' where stream_id = $1",
      [id, new Date(start)],
    );
    const rangeOf = ({ messages, hasOlder, hasNewer }: Awaited<ReturnType<typeof chat.replay>>) => [
      messages.at(0)?.number,
      messages.at(-1)?.number,
      hasOlder,
      hasNewer,
    ];
    const at = (seconds: number) => chat.replay(id, { at: new Date(start + seconds * 1000).toISOString() });
    expect(rangeOf(await at(0))).toEqual([1, 100, false, true]);
    expect(rangeOf(await at(120))).toEqual([71, 220, true, true]);
    expect(rangeOf(await chat.replay(id, { after: 220 }))).toEqual([221, 300, true, false]);
    expect(rangeOf(await at(900))).toEqual([251, 300, true, false]);

    // The recording was trimmed: messages of the removed parts are not replayed.
    const cut = (from: number, to: number) => ({ startMs: start + from * 1000, endMs: start + to * 1000 });
    await db.pool.query(
      `insert into recordings (stream_id, streamer_id, state, starts_at, trim)
       select id, streamer_id, 'ready', now(), $2 from streams where id = $1`,
      [id, JSON.stringify({ ranges: [], cutTimes: [cut(0, 100), cut(200, 250)] })],
    );
    expect(rangeOf(await at(120))).toEqual([100, 270, false, true]);
    expect(rangeOf(await chat.replay(id, { after: 199 }))).toEqual([250, 300, true, false]);
  });

  it('are deleted with their author, and once they are older than the instance keeps them', async () => {
    const [id, author, leaving] = [await stream(await streamer()), await person(), await person()];
    await say(id, leaving, 'gone with me');
    await say(id, author, 'old');
    await db.pool.query("update chat_messages set sent_at = now() - interval '9 days' where text = 'old'");
    await say(id, author, 'new');
    await db.pool.query('delete from profiles where id = $1', [leaving]);
    expect(await textsOf(id)).toEqual(['old', 'new']);
    const deleted = await db.transact((tx) =>
      deleteSentBefore(tx, new Date(Date.now() - 8 * 86_400_000), 10),
    );
    expect([deleted, await textsOf(id)]).toEqual([1, ['new']]);
    expect(await db.read((reader) => findAllOf(reader, author))).toMatchObject([
      { streamId: id, text: 'new' },
    ]);
  });
});
