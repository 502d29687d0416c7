import type { StreamId, UserId } from '@tributary/contracts/shared';
import { expect, it, onTestFinished } from 'vitest';
import { openEvents } from '#platform/events/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { chatRoomChanged } from '../chat.events.ts';
import { findBefore } from '../messages/message-pages.repo.ts';
import { deletePollsBefore, findPoll, findPollsOf, findVote } from './polls.repo.ts';
import { createChatPolls } from './polls.service.ts';

const db = await createTestDatabase();
const { people, person, streamer, stream } = createPeopleFixture(db);
const jobs: unknown[] = [];
const voted: StreamId[] = [];
const options = {
  db,
  jobs: { send: async (_tx: unknown, _type: unknown, data: unknown) => void jobs.push(data) },
  counts: { voted: (id: StreamId) => void voted.push(id) },
};
/** Two processes of one instance. */
const [polls, secondProcess] = [createChatPolls(options), createChatPolls(options)];
const by = (userId: UserId) => ({ userId, requestId: 'test', addressHash: null });
const TEA = { question: 'Tea?', options: ['Yes', 'No', 'Maybe'], seconds: 60 };
const pollIn = async (id: StreamId) =>
  (await db.read((reader) => findPoll(reader, id))) ?? expect.fail('There is no poll.');
const votesIn = async (id: StreamId) => (await pollIn(id)).options.map(({ votes }) => votes);
const linesIn = async (id: StreamId) =>
  (await db.read((reader) => findBefore(reader, id, null))).messages.map(
    ({ kind, text }) => `${kind}: ${text}`,
  );
const passTime = (id: StreamId) =>
  db.pool.query(
    "update chat_polls set started_at = started_at - interval '2 minutes', ends_at = now() - interval '1 second' where stream_id = $1",
    [id],
  );

/** Creates a running poll with its streamer. */
async function setUp() {
  const river = await streamer();
  const id = await stream(river);
  await polls.start(id, TEA, by(river));
  return { river, id, pollId: (await pollIn(id)).id };
}

it('counts one vote per account through two processes, and a repeated vote once', async () => {
  const { id, pollId } = await setUp();
  const voters = await people(12);
  const votes = voters.flatMap((voter, index) =>
    [polls, secondProcess].map((process) => process.vote(id, pollId, index % 3 === 0 ? 1 : 0, voter)),
  );
  await Promise.all(votes);
  expect(await votesIn(id)).toEqual([8, 4, 0]);
  const [first] = voters;
  if (!first) expect.fail();
  await expect(polls.vote(id, pollId, 2, first)).rejects.toMatchObject({ code: 'already_voted' });
  expect(await db.read((reader) => findVote(reader, id, first))).toEqual({ pollId, option: 1 });
  expect(new Set(voted)).toContain(id);
  expect(await db.read((reader) => findPollsOf(reader, first))).toMatchObject({
    votes: [{ streamId: id, question: 'Tea?', option: 'No' }],
  });
  await db.pool.query('delete from profiles where id = $1', [first]);
  expect(await votesIn(id)).toEqual([8, 3, 0]);
});

it('refuses votes of people who may not write, for options that do not exist, and after the end', async () => {
  const { river, id, pollId } = await setUp();
  const [fan, spammer, hidden] = [await person(), await person(), await person()];
  await db.pool.query('insert into chat_bans (channel_id, user_id) values ($1, $2)', [river, spammer]);
  await db.pool.query('update profiles set banned_at = now() where id = $1', [hidden]);
  const refused = (voter: UserId, option: number, code: string, poll = pollId) =>
    expect(polls.vote(id, poll, option, voter)).rejects.toMatchObject({ code });
  await refused(spammer, 0, 'chat_banned');
  await refused(hidden, 0, 'account_hidden');
  await refused(fan, 3, 'poll_not_found');
  await refused(fan, 0, 'poll_not_found', (await setUp()).pollId);
  await passTime(id);
  await refused(fan, 0, 'poll_over');
  expect(await votesIn(id)).toEqual([0, 0, 0]);
});

it('ends by itself, once in two processes, and reports the outcome in the chat, which shows it for a while', async () => {
  const { id, pollId } = await setUp();
  const events = await openEvents(db.pool, createLog('silent'));
  onTestFinished(() => events.close());
  const announced: unknown[] = [];
  events.on(chatRoomChanged, ({ room }) => void announced.push(room.poll));
  expect(jobs).toContainEqual({ pollId });
  await polls.vote(id, pollId, 0, await person());
  // A job that runs too early is tried again.
  await expect(polls.closePast(pollId)).rejects.toThrow('has not ended yet');
  await passTime(id);
  await Promise.all([polls.closePast(pollId), secondProcess.closePast(pollId), polls.closeOf(id)]);
  expect(await linesIn(id)).toEqual(['system: Poll ended: Tea? “Yes” won with 100% of 1 vote.']);
  await expect.poll(() => announced, { timeout: 10_000 }).toMatchObject([{ id: pollId, isOpen: false }]);
  expect((await pollIn(id)).leftMs).toBeGreaterThan(30_000);
  await db.pool.query("update chat_polls set closed_at = now() - interval '2 minutes'");
  expect(await db.read((reader) => findPoll(reader, id))).toBeNull();
});

it('is started by moderators, one at a time, and ended early by them, or with its stream', async () => {
  const { river, id, pollId } = await setUp();
  const fan = await person();
  await expect(polls.start(id, TEA, by(fan))).rejects.toMatchObject({ code: 'not_moderator' });
  await expect(polls.end(id, pollId, by(fan))).rejects.toMatchObject({ code: 'not_moderator' });
  await expect(polls.start(id, TEA, by(river))).rejects.toMatchObject({ code: 'poll_running' });
  await db.pool.query("update instance_settings set chat_blocked_words = '{darn}'");
  await expect(polls.start(id, { ...TEA, options: ['Yes', 'D4rn it'] }, by(river))).rejects.toMatchObject({
    code: 'chat_blocked_word',
  });
  await polls.end(id, pollId, by(river));
  await polls.end(id, pollId, by(river));
  await expect(polls.vote(id, pollId, 0, fan)).rejects.toMatchObject({ code: 'poll_over' });
  await polls.start(id, { ...TEA, question: 'Coffee?' }, by(river));
  // No process closed the poll at its end, so the next start does.
  await passTime(id);
  await polls.start(id, { ...TEA, question: 'Water?' }, by(river));
  await polls.closeOf(id);
  await db.pool.query("update streams set status = 'ended', ended_at = now() where id = $1", [id]);
  await expect(polls.start(id, TEA, by(river))).rejects.toMatchObject({ code: 'chat_closed' });
  expect(await linesIn(id)).toEqual(
    ['Tea?', 'Coffee?', 'Water?'].map((question) => `system: Poll ended: ${question} Nobody voted.`),
  );
  const { rows } = await db.pool.query('select action from audit_log where actor_id = $1 order by id', [
    river,
  ]);
  expect(rows.map(({ action }) => action.replace('chat.poll_', ''))).toEqual([
    ...['started', 'ended', 'started', 'started'],
  ]);
  const deleted = await db.transact((tx) => deletePollsBefore(tx, new Date(Date.now() + 60_000), 1));
  expect(deleted).toBe(1);
});
