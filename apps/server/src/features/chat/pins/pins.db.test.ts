import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { openEvents } from '#platform/events/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { chatRoomChanged } from '../chat.events.ts';
import { createChatService } from '../chat.service.ts';
import { createChatRooms } from '../rooms.service.ts';
import { createChatPins } from './pins.service.ts';

const db = await createTestDatabase();
const { person, streamer, stream } = createPeopleFixture(db);
const chat = createChatService({
  db,
  jobs: { send: async () => {} },
  playback: { requireShown: async () => {} },
  memberships: { subscribersAmong: async () => new Set() },
  emotes: { usedIn: async () => [] },
});
const rooms = createChatRooms({ db });
const pins = createChatPins({ db });
const by = (userId: UserId) => ({ userId, requestId: 'test', addressHash: null });
const pinnedIn = async (id: StreamId) => (await rooms.room(id)).pinned;

/** Creates a running stream with three messages of a viewer. */
async function setUp() {
  const [river, fan] = [await streamer(), await person()];
  const id = await stream(river);
  for (const text of ['one', 'two', 'three'])
    await chat.send(id, fan, { clientId: uuidv7(), kind: 'message', text });
  return { river, fan, id };
}

it('shows every viewer the message that a moderator pinned last, with the moderator, until it is unpinned', async () => {
  const { river, fan, id } = await setUp();
  const events = await openEvents(db.pool, createLog('silent'));
  onTestFinished(() => events.close());
  const announced: unknown[] = [];
  events.on(chatRoomChanged, ({ room }) => void announced.push(room.pinned?.message.text ?? null));
  await expect(pins.pin(id, { number: 1, seconds: null }, by(fan))).rejects.toMatchObject({
    code: 'not_moderator',
  });
  await pins.pin(id, { number: 1, seconds: null }, by(river));
  await pins.pin(id, { number: 2, seconds: null }, by(river));
  expect(await pinnedIn(id)).toMatchObject({
    message: { number: 2, text: 'two', author: { id: fan } },
    pinnedBy: 'Somebody',
    leftMs: null,
  });
  await expect(pins.unpin(id, by(fan))).rejects.toMatchObject({ code: 'not_moderator' });
  for (let time = 0; time < 2; time += 1) await pins.unpin(id, by(river));
  expect(await pinnedIn(id)).toBeNull();
  await expect.poll(() => announced, { timeout: 10_000 }).toEqual(['one', 'two', null]);
  const { rows } = await db.pool.query('select action from audit_log where actor_id = $1 order by id', [
    river,
  ]);
  expect(rows.map(({ action }) => action)).toEqual([
    'chat.message_pinned',
    'chat.message_pinned',
    'chat.message_unpinned',
  ]);
});

it.each([
  ['its time is over', "update chat_pins set until = now() - interval '1 second' where stream_id = $1"],
  ['the message is deleted', 'update chat_messages set deleted_at = now() where stream_id = $1'],
  [
    'its author is banned',
    'update profiles set banned_at = now() where id = (select author_id from chat_messages where stream_id = $1 limit 1)',
  ],
  [
    'its author deletes their account',
    'delete from profiles where id = (select author_id from chat_messages where stream_id = $1 limit 1)',
  ],
  ['the stream ends', "update streams set status = 'ended', ended_at = now() where id = $1"],
])('unpins a message when %s', async (_when, change) => {
  const { river, id } = await setUp();
  await pins.pin(id, { number: 3, seconds: 600 }, by(river));
  expect((await pinnedIn(id))?.leftMs).toBeGreaterThan(500_000);
  await db.pool.query(change, [id]);
  expect(await pinnedIn(id)).toBeNull();
});

it('does not pin deleted messages or messages of streams that have ended', async () => {
  const { river, id } = await setUp();
  await db.pool.query('update chat_messages set deleted_at = now() where stream_id = $1 and number = 1', [
    id,
  ]);
  for (const number of [1, 99])
    await expect(pins.pin(id, { number, seconds: null }, by(river))).rejects.toMatchObject({
      code: 'message_not_found',
    });
  await db.pool.query("update streams set status = 'ended', ended_at = now() where id = $1", [id]);
  await expect(pins.pin(id, { number: 2, seconds: null }, by(river))).rejects.toMatchObject({
    code: 'chat_closed',
  });
});
