/** The scheduled streams of channels at their times. */
import { FOLLOWED_SCHEDULE_LIMIT, SCHEDULE_LIST_LIMIT } from '@tributary/contracts/schedule';
import type { UserId } from '@tributary/contracts/shared';
import { type InferResult, type Selectable, sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Schema } from '#platform/db/schema.ts';
import type { Day } from './recurrence.ts';

const streams = (db: Reader) =>
  db
    .selectFrom('scheduled_streams as s')
    .select([
      's.id',
      's.streamer_id as streamerId',
      's.entry_id as entryId',
      sql<Day>`s.day::text`.as('day'),
      's.starts_at as startsAt',
      's.duration_minutes as durationMinutes',
      's.title',
      's.category',
      's.timezone',
      's.is_weekly as isWeekly',
      's.is_changed as isChanged',
      's.is_canceled as isCanceled',
      's.changed_at as changedAt',
    ]);

export type StoredStream = InferResult<ReturnType<typeof streams>>[number];

const hasReminders = sql<boolean>`exists (select from schedule_reminders r where r.scheduled_stream_id = s.id)`;

const isOver = (now: Date) => sql<boolean>`s.starts_at + s.duration_minutes * interval '1 minute' <= ${now}`;

/** The streams of a channel that are not over, soonest first. */
export const findUpcoming = (db: Reader, streamerId: UserId, now: Date): Promise<StoredStream[]> =>
  streams(db)
    .where('s.streamer_id', '=', streamerId)
    .where(({ not }) => not(isOver(now)))
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .limit(SCHEDULE_LIST_LIMIT)
    .execute();

/** The next streams of the public channels that an account follows, without canceled ones, one for each entry. */
export const findFollowed = (db: Reader, followerId: UserId, now: Date): Promise<StoredStream[]> =>
  db
    .selectFrom(
      streams(db)
        .distinctOn(sql`coalesce(s.entry_id, s.id)`)
        .where('s.streamer_id', 'in', (select) =>
          select
            .selectFrom('follows as f')
            .innerJoin('profiles as p', 'p.id', 'f.streamer_id')
            .select('f.streamer_id')
            .where('f.follower_id', '=', followerId)
            .where(isPublic),
        )
        .where('s.is_canceled', '=', false)
        .where(({ not }) => not(isOver(now)))
        .orderBy(sql`coalesce(s.entry_id, s.id)`)
        .orderBy('s.starts_at')
        .as('s'),
    )
    .selectAll()
    .orderBy('startsAt')
    .orderBy('id')
    .limit(FOLLOWED_SCHEDULE_LIMIT)
    .execute();

/** All streams of a channel from a moment on, for its calendar. */
export const findSince = (db: Reader, streamerId: UserId, since: Date): Promise<StoredStream[]> =>
  streams(db)
    .where('s.streamer_id', '=', streamerId)
    .where('s.starts_at', '>=', since)
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .execute();

/** The streams of a channel that have not begun, each with the number of people who are reminded of it. */
export const findOwn = (db: Reader, streamerId: UserId, now: Date) =>
  streams(db)
    .select(
      sql<number>`(select count(*) from schedule_reminders r where r.scheduled_stream_id = s.id)`.as(
        'reminders',
      ),
    )
    .where('s.streamer_id', '=', streamerId)
    .where('s.entry_id', 'is not', null)
    .where('s.starts_at', '>', now)
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .execute();

/** Locks the streams of an entry that have not begun until `tx` ends. */
export const lockComing = (tx: Writer, entryId: string, now: Date): Promise<StoredStream[]> =>
  streams(tx)
    .where('s.entry_id', '=', entryId)
    .where('s.starts_at', '>', now)
    .orderBy('s.starts_at')
    .forNoKeyUpdate()
    .execute();

/** Locks a stream of this channel that has not begun until `tx` ends. */
export const lockOwn = async (
  tx: Writer,
  streamerId: UserId,
  id: string,
  now: Date,
): Promise<StoredStream | null> =>
  (await streams(tx)
    .where('s.id', '=', id)
    .where('s.streamer_id', '=', streamerId)
    .where('s.entry_id', 'is not', null)
    .where('s.starts_at', '>', now)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null;

export interface NewStream {
  readonly id: string;
  readonly streamerId: UserId;
  readonly entryId: string;
  readonly day: Day;
  readonly startsAt: Date;
  readonly durationMinutes: number;
  readonly title: string;
  readonly category: StoredStream['category'];
  readonly timezone: string;
  readonly isWeekly: boolean;
}

/** Leaves days alone that the entry has a stream for. */
export async function insertStreams(tx: Writer, rows: readonly NewStream[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('scheduled_streams')
    .values(
      rows.map((row) => ({
        id: row.id,
        streamer_id: row.streamerId,
        entry_id: row.entryId,
        day: row.day,
        starts_at: row.startsAt,
        duration_minutes: row.durationMinutes,
        title: row.title,
        category: row.category,
        timezone: row.timezone,
        is_weekly: row.isWeekly,
        changed_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['entry_id', 'day']).doNothing())
    .execute();
}

export type StreamChange = Partial<
  Pick<
    Selectable<Schema['scheduled_streams']>,
    | 'starts_at'
    | 'duration_minutes'
    | 'title'
    | 'category'
    | 'timezone'
    | 'is_weekly'
    | 'is_changed'
    | 'is_canceled'
  >
>;

export async function updateStream(tx: Writer, id: string, change: StreamChange, now: Date): Promise<void> {
  await tx
    .updateTable('scheduled_streams')
    .set({ ...change, changed_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Removes streams. Those that people asked to be reminded of stay as canceled ones, so that they can be notified.
 * @returns the ids of these
 */
export async function removeStreams(tx: Writer, ids: readonly string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const kept = await tx
    .updateTable('scheduled_streams as s')
    .set({ is_canceled: true, changed_at: now })
    .where('s.id', 'in', [...ids])
    .where('s.is_canceled', '=', false)
    .where(hasReminders)
    .returning('s.id')
    .execute();
  await tx
    .deleteFrom('scheduled_streams as s')
    .where('s.id', 'in', [...ids])
    .where(({ not }) => not(hasReminders))
    .execute();
  return kept.map(({ id }) => id);
}
