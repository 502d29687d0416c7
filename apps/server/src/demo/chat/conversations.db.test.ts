import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { LINES } from '@tributary/demo-content/chat-lines';
import { PEOPLE } from '@tributary/demo-content/people';
import { VIEWERS } from '@tributary/demo-content/viewers';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { markDemoAccounts } from '../demo-accounts.ts';
import { addressOf } from '../seed/seeded-accounts.ts';
import { DemoConversations } from './conversations.ts';

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
  for (const { username } of VIEWERS.slice(0, 5)) viewers.push(await account(username));
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
  for (nowMs = 0; nowMs < 100_000; nowMs += 20_000) await one.speak();
  expect(sent.map(({ text }) => text)).toEqual(LINES[person?.scene ?? 'reef']);
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(5);
});
