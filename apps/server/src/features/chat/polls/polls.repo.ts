import type { ChatPoll, ChatPollRequest, ChatVote } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Reader, Writer } from '#platform/db/database.ts';

/** How long the outcome stays above the chat. */
const SHOWN_MS = 60_000;

const isPast = sql<boolean>`ends_at <= clock_timestamp()`.as('isPast');

/** The poll above the chat: the running one, or the latest one for a while. */
export async function findPoll(db: Reader, id: StreamId): Promise<ChatPoll | null> {
  const poll = await db
    .selectFrom('chat_polls')
    .select(['id', 'question', 'options', 'closed_at'])
    .select(
      sql<number>`greatest(0, ceil(extract(epoch FROM
        coalesce(closed_at + ${SHOWN_MS} * interval '1 millisecond', ends_at) - clock_timestamp()) * 1000))::float8`.as(
        'leftMs',
      ),
    )
    .where('stream_id', '=', id)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (poll === undefined || (poll.closed_at !== null && poll.leftMs === 0)) return null;
  const votes = await countVotes(db, poll.id);
  return {
    id: poll.id,
    question: poll.question,
    options: poll.options.map((text, option) => ({ text, votes: votes.get(option) ?? 0 })),
    isOpen: poll.closed_at === null,
    leftMs: poll.leftMs,
  };
}

async function countVotes(db: Reader, pollId: string): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('chat_poll_votes')
    .select(['option', sql<number>`count(*)::int`.as('count')])
    .where('poll_id', '=', pollId)
    .groupBy('option')
    .execute();
  return new Map(rows.map(({ option, count }) => [option, count]));
}

/** A person's vote in the latest poll. */
export async function findVote(db: Reader, id: StreamId, userId: UserId): Promise<ChatVote | null> {
  const row = await db
    .selectFrom('chat_polls as c')
    .leftJoin('chat_poll_votes as v', (join) =>
      join.onRef('v.poll_id', '=', 'c.id').on('v.user_id', '=', userId),
    )
    .select(['c.id as pollId', 'v.option'])
    .where('c.stream_id', '=', id)
    .orderBy('c.started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && row.option !== null ? { pollId: row.pollId, option: row.option } : null;
}

export interface OpenPoll {
  readonly id: string;
  readonly streamId: StreamId;
  readonly isPast: boolean;
}

const openPolls = (db: Reader) =>
  db.selectFrom('chat_polls').select(['id', 'stream_id as streamId', isPast]).where('closed_at', 'is', null);

/** The stream's poll whose outcome is open. Locks it, so that no vote is stored until the transaction ends. */
export async function lockOpenPoll(tx: Writer, id: StreamId): Promise<OpenPoll | null> {
  return (await openPolls(tx).where('stream_id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Null if its outcome is known. */
export async function findOpenPoll(db: Reader, pollId: string): Promise<OpenPoll | null> {
  return (await openPolls(db).where('id', '=', pollId).executeTakeFirst()) ?? null;
}

export async function insertPoll(
  tx: Writer,
  streamId: StreamId,
  { question, options, seconds }: ChatPollRequest,
  startedBy: UserId,
): Promise<{ id: string; endsAt: Date }> {
  return await tx
    .insertInto('chat_polls')
    .values({
      id: uuidv7(),
      stream_id: streamId,
      question,
      options,
      started_by: startedBy,
      started_at: sql`clock_timestamp()`,
      ends_at: sql`clock_timestamp() + make_interval(secs => ${seconds})`,
    })
    .returning(['id', 'ends_at as endsAt'])
    .executeTakeFirstOrThrow();
}

export async function markClosed(tx: Writer, pollId: string): Promise<void> {
  await tx
    .updateTable('chat_polls')
    .set({
      closed_at: sql`clock_timestamp()`,
      ends_at: sql`least(ends_at, clock_timestamp())`,
    })
    .where('id', '=', pollId)
    .execute();
}

/** Locks the poll for a vote: it is not closed until the transaction ends. */
export async function lockToVote(
  tx: Writer,
  streamId: StreamId,
  pollId: string,
): Promise<{ isPast: boolean; options: number } | null> {
  const row = await tx
    .selectFrom('chat_polls')
    .select([isPast, sql<number>`cardinality(options)`.as('options')])
    .where('id', '=', pollId)
    .where('stream_id', '=', streamId)
    .forShare()
    .executeTakeFirst();
  return row ?? null;
}

/** @returns the vote that counts, which is the first one */
export async function insertVote(
  tx: Writer,
  pollId: string,
  userId: UserId,
  option: number,
): Promise<number> {
  await tx
    .insertInto('chat_poll_votes')
    .values({ poll_id: pollId, user_id: userId, option })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const vote = await tx
    .selectFrom('chat_poll_votes')
    .select('option')
    .where('poll_id', '=', pollId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return vote.option;
}

/** @returns the number of deleted polls */
export async function deletePollsBefore(tx: Writer, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('chat_polls')
    .where('id', 'in', (query) =>
      query.selectFrom('chat_polls').select('id').where('started_at', '<', time).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The polls and votes of an account, for its export. */
export async function findPollsOf(db: Reader, userId: UserId) {
  const started = await db
    .selectFrom('chat_polls')
    .select(['stream_id as streamId', 'question', 'options', 'started_at as startedAt'])
    .where('started_by', '=', userId)
    .orderBy('started_at')
    .execute();
  const votes = await db
    .selectFrom('chat_poll_votes as v')
    .innerJoin('chat_polls as c', 'c.id', 'v.poll_id')
    .select(['c.stream_id as streamId', 'c.question', 'v.voted_at as votedAt'])
    .select(sql<string>`c.options[v.option + 1]`.as('option'))
    .where('v.user_id', '=', userId)
    .orderBy('v.voted_at')
    .execute();
  return { started, votes };
}
