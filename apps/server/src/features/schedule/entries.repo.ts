/** The rows of streams that creators plan. */
import type { ScheduleEdit } from '@tributary/contracts/schedule';
import type { UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Day } from './recurrence.ts';

const entries = (db: Reader) =>
  db
    .selectFrom('schedule_entries')
    .select([
      'id',
      'streamer_id as streamerId',
      'title',
      'category',
      sql<Day>`starts_on::text`.as('startsOn'),
      sql<string>`to_char(make_interval(mins => start_minute), 'HH24:MI')`.as('time'),
      'timezone',
      'duration_minutes as durationMinutes',
      'weekdays',
      sql<Day | null>`ends_on::text`.as('endsOn'),
    ]);

export type StoredEntry = InferResult<ReturnType<typeof entries>>[number];

/** The entries of a channel that still have streams to come. */
export const findEntries = (db: Reader, streamerId: UserId, now: Date): Promise<StoredEntry[]> =>
  entries(db)
    .where('streamer_id', '=', streamerId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('scheduled_streams as s')
          .select('s.id')
          .whereRef('s.entry_id', '=', 'schedule_entries.id')
          .where('s.starts_at', '>', now),
      ),
    )
    .orderBy('id')
    .execute();

export const findAllEntriesOf = (db: Reader, streamerId: UserId): Promise<StoredEntry[]> =>
  entries(db).where('streamer_id', '=', streamerId).orderBy('id').execute();

/** Locks an entry of this channel until `tx` ends. */
export const lockEntry = async (tx: Writer, streamerId: UserId, id: string): Promise<StoredEntry | null> =>
  (await entries(tx)
    .where('id', '=', id)
    .where('streamer_id', '=', streamerId)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null;

const columnsOf = (edit: ScheduleEdit, plannedUntil: Day) => {
  const [hours = 0, minutes = 0] = edit.time.split(':').map(Number);
  return {
    title: edit.title,
    category: edit.category,
    starts_on: edit.startsOn,
    start_minute: hours * 60 + minutes,
    timezone: edit.timezone,
    duration_minutes: edit.durationMinutes,
    weekdays: edit.weekdays,
    ends_on: edit.endsOn,
    planned_until: plannedUntil,
  };
};

export async function insertEntry(
  tx: Writer,
  { id, streamerId, edit, plannedUntil }: EntryRow,
): Promise<void> {
  await tx
    .insertInto('schedule_entries')
    .values({ id, streamer_id: streamerId, ...columnsOf(edit, plannedUntil) })
    .execute();
}

interface EntryRow {
  readonly id: string;
  readonly streamerId: UserId;
  readonly edit: ScheduleEdit;
  readonly plannedUntil: Day;
}

export async function updateEntry(
  tx: Writer,
  { id, edit, plannedUntil }: Omit<EntryRow, 'streamerId'>,
): Promise<void> {
  await tx.updateTable('schedule_entries').set(columnsOf(edit, plannedUntil)).where('id', '=', id).execute();
}

export async function deleteEntry(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('schedule_entries').where('id', '=', id).execute();
}

/** Locks weekly entries whose streams are planned to a day before `until`, and notes that they are planned to it. */
export const claimToExtend = (tx: Writer, until: Day, limit: number): Promise<StoredEntry[]> =>
  tx
    .with('due', (db) =>
      db
        .selectFrom('schedule_entries')
        .select('id')
        .where('planned_until', '<', sql<never>`${until}::date`)
        .where(sql<boolean>`weekdays <> '{}'`)
        .orderBy('planned_until')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('schedule_entries as e')
    .from('due')
    .whereRef('due.id', '=', 'e.id')
    .set({ planned_until: until })
    .returning([
      'e.id',
      'e.streamer_id as streamerId',
      'e.title',
      'e.category',
      sql<Day>`e.starts_on::text`.as('startsOn'),
      sql<string>`to_char(make_interval(mins => e.start_minute), 'HH24:MI')`.as('time'),
      'e.timezone',
      'e.duration_minutes as durationMinutes',
      'e.weekdays',
      sql<Day | null>`e.ends_on::text`.as('endsOn'),
    ])
    .execute();

/** Deletes entries that have ended, with what is left of their streams. */
export async function deleteEnded(tx: Writer, before: Date): Promise<void> {
  await tx.deleteFrom('scheduled_streams').where('starts_at', '<', before).execute();
  await tx
    .deleteFrom('schedule_entries as e')
    .where('e.created_at', '<', before)
    .where(sql<boolean>`(e.weekdays = '{}' or e.ends_on < ${before}::date)`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('scheduled_streams as s').select('s.id').whereRef('s.entry_id', '=', 'e.id'))),
    )
    .execute();
}
