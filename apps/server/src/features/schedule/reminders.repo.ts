/** The rows of reminders: one for each person and scheduled stream. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { NoticedStream } from './schedule.notifications.ts';

/** @returns those of the streams that a person is reminded of */
export async function findReminded(
  db: Reader,
  userId: UserId,
  streamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (streamIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('schedule_reminders')
    .select('scheduled_stream_id as id')
    .where('user_id', '=', userId)
    .where('scheduled_stream_id', 'in', [...streamIds])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function countReminders(db: Reader, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('schedule_reminders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns false if there is no such stream to come on a public channel */
export async function insertReminder(
  tx: Writer,
  userId: UserId,
  streamId: string,
  now: Date,
): Promise<boolean> {
  const stream = await tx
    .selectFrom('scheduled_streams as s')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .select('s.id')
    .where('s.id', '=', streamId)
    .where('s.starts_at', '>', now)
    .where('s.is_canceled', '=', false)
    .where(isPublic)
    .executeTakeFirst();
  if (!stream) return false;
  await tx
    .insertInto('schedule_reminders')
    .values({ scheduled_stream_id: streamId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

export async function deleteReminder(tx: Writer, userId: UserId, streamId: string): Promise<void> {
  await tx
    .deleteFrom('schedule_reminders')
    .where('user_id', '=', userId)
    .where('scheduled_stream_id', '=', streamId)
    .execute();
}

/** The streams that start within a span and that people are to be reminded of. */
export const findDue = (db: Reader, from: Date, to: Date): Promise<{ id: string; startsAt: Date }[]> =>
  db
    .selectFrom('scheduled_streams as s')
    .select(['s.id', 's.starts_at as startsAt'])
    .where('s.starts_at', '>', from)
    .where('s.starts_at', '<=', to)
    .where('s.is_canceled', '=', false)
    .where(sql<boolean>`exists (select from schedule_reminders r where r.scheduled_stream_id = s.id)`)
    .execute();

/** A stream of a public channel with what its notifications say. */
export const findNoticed = async (
  db: Reader,
  id: string,
): Promise<(NoticedStream & { isCanceled: boolean }) | null> =>
  (await db
    .selectFrom('scheduled_streams as s')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .select(['s.id', 's.title', 's.starts_at as startsAt', 's.timezone', 's.is_canceled as isCanceled'])
    .select(['p.username', 'p.display_name as name'])
    .where('s.id', '=', id)
    .where(isPublic)
    .executeTakeFirst()) ?? null;

/** The people who are reminded of a stream, by id. */
export async function findPeople(
  db: Reader,
  streamId: string,
  after: UserId | null,
  limit: number,
): Promise<UserId[]> {
  let query = db
    .selectFrom('schedule_reminders')
    .select('user_id as id')
    .where('scheduled_stream_id', '=', streamId)
    .orderBy('user_id')
    .limit(limit);
  if (after !== null) query = query.where('user_id', '>', after);
  return (await query.execute()).map(({ id }) => id);
}

/** Deletes reminders that were sent. */
export async function deletePeople(tx: Writer, streamId: string, people: readonly UserId[]): Promise<void> {
  if (people.length === 0) return;
  await tx
    .deleteFrom('schedule_reminders')
    .where('scheduled_stream_id', '=', streamId)
    .where('user_id', 'in', [...people])
    .execute();
}

export const findAllReminders = (db: Reader, userId: UserId) =>
  db
    .selectFrom('schedule_reminders as r')
    .innerJoin('scheduled_streams as s', 's.id', 'r.scheduled_stream_id')
    .select(['s.title', 's.starts_at as startsAt', 'r.created_at as createdAt'])
    .where('r.user_id', '=', userId)
    .orderBy('s.starts_at')
    .execute();
