import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { CONVERSATIONS, HOST, linesOf } from '@tributary/demo-content/conversations';
import { PEOPLE } from '@tributary/demo-content/people';
import { VIEWERS } from '@tributary/demo-content/viewers';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { markDemoAccounts } from '../demo-accounts.ts';
import { addressOf } from '../seed/seeded-accounts.ts';
import { DemoConversations, EVERY_MS } from './conversations.ts';

const db = await createTestDatabase();

async function account(username: string): Promise<UserId> {
  const id = userId.parse(uuidv7());
  await db.pool.query('insert into profiles (id, username, email, display_name) values ($1, $2, $3, $2)', [
    id,
    username,
    addressOf(username),
  ]);
  return id;
}

async function stream(by: UserId): Promise<StreamId> {
  const id = streamId.parse(uuidv7());
  await db.pool.query(
    `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at)
     values ($1, $2, 'A show', 'Music', 'show', 'live', now(), now())`,
    [id, by],
  );
  return id;
}

it('talks about the channel in the chats of demo channels that are open, the same in all processes, and nowhere else', async () => {
  const [person] = PEOPLE;
  const [reef, real] = [await account(person?.username ?? ''), await account('real')];
  await db.pool.query(
    'insert into streamer_data (user_id, stream_key, stream_key_hash) select id, id, sha256(id::text::bytea) from unnest($1::uuid[]) id',
    [[reef, real]],
  );
  await db.transact((tx) => markDemoAccounts(tx, [reef]));
  const viewers = [];
  for (const { username } of VIEWERS.slice(0, 30)) viewers.push(await account(username));
  const [tank, elsewhere] = [await stream(reef), await stream(real)];
  let open: StreamId[] = [];
  let nowMs = 0;
  const sent: { id: StreamId; author: UserId; clientId: string; text: string }[] = [];
  const create = () => {
    const conversations = new DemoConversations({
      db,
      chat: {
        send: async (id, author, { clientId, text }) => {
          sent.push({ id, author, clientId, text });
          return { number: sent.length, waitMs: 0 };
        },
      },
      realtime: { keys: () => open as never },
      log: { warn: () => expect.fail() },
      nowMs: () => nowMs,
    });
    onTestFinished(() => conversations.close());
    return conversations;
  };
  const [one, two] = [create(), create()];
  await one.speak();
  expect(sent).toEqual([]);
  open = [tank, elsewhere];
  await one.speak();
  await two.speak();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[0]).toMatchObject({ id: tank });
  expect(viewers).toContain(sent[0]?.author);
  sent.length = 0;
  // A chat in which no message has been written begins with what was said before, and once.
  nowMs = 100 * EVERY_MS;
  await Promise.all([one.begin(), two.begin()]);
  await one.begin();
  const past = await db.pool.query(
    'select text, number, stream_id = $1 as is_demo, sent_at < $2 as is_past from chat_messages order by number',
    [tank, new Date(nowMs)],
  );
  expect(past.rows.map(({ number }) => Number(number))).toEqual(
    Array.from({ length: 24 }, (_, at) => at + 1),
  );
  expect(past.rows.every((row) => row.is_demo && row.is_past)).toBe(true);
  const threads = CONVERSATIONS[person?.scene ?? 'reef'];
  const count = threads.flat().length;
  for (nowMs = 0; nowMs < 2 * count * EVERY_MS; nowMs += EVERY_MS) await one.speak();
  const rounds = [linesOf(threads, 0), linesOf(threads, 1)];
  expect(sent.map(({ text }) => text)).toEqual(rounds.flat().map(({ text }) => text));
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(2 * count);
  // The owner answers for the channel, and each other speaker is one viewer throughout a round.
  const [first = []] = rounds;
  const authors = new Map(first.map(({ speaker }, index) => [speaker, sent[index]?.author]));
  expect(authors.get(HOST)).toBe(reef);
  first.forEach(({ speaker }, index) => {
    expect(sent[index]?.author).toBe(authors.get(speaker));
  });
  expect(new Set(authors.values()).size).toBe(authors.size);
});
