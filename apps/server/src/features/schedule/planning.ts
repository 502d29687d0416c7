/** Keeps the scheduled streams of an entry as the entry says, eight weeks ahead. */
import { SCHEDULE_WEEKS, type ScheduleEdit } from '@tributary/contracts/schedule';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import type { Writer } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { insertEntry, type StoredEntry } from './entries.repo.ts';
import { addDays, type Day, daysOf, localOf, momentOf } from './recurrence.ts';
import { notifyReminded } from './schedule.jobs.ts';
import * as streams from './scheduled-streams.repo.ts';

/** The last day that streams are planned to. One more than eight weeks, since zones differ in their day. */
export const plannedUntil = (now: Date): Day => addDays(localOf(now, 'UTC').day, SCHEDULE_WEEKS * 7 + 1);

/** The streams of an entry that begin after `now`, by their day. */
export function comingOf(entry: StoredEntry, now: Date): ReadonlyMap<Day, Date> {
  const today = localOf(now, entry.timezone).day;
  const days = daysOf(entry, today, plannedUntil(now));
  const moments = days.map((day): [Day, Date] => [day, momentOf(day, entry.time, entry.timezone)]);
  return new Map(moments.filter(([, startsAt]) => startsAt > now));
}

const newStreams = (entry: StoredEntry, coming: ReadonlyMap<Day, Date>): streams.NewStream[] =>
  [...coming].map(([day, startsAt]) => ({
    id: uuidv7(),
    streamerId: entry.streamerId,
    entryId: entry.id,
    day,
    startsAt,
    durationMinutes: entry.durationMinutes,
    title: entry.title,
    category: entry.category,
    timezone: entry.timezone,
    isWeekly: entry.weekdays.length > 0,
  }));

/** Adds the streams that are missing. */
export const extendPlan = (tx: Writer, entry: StoredEntry, now: Date): Promise<void> =>
  streams.insertStreams(tx, newStreams(entry, comingOf(entry, now)), now);

/** Adds an entry with its streams. */
export async function planEntry(
  tx: Writer,
  streamerId: UserId,
  edit: ScheduleEdit,
  now: Date,
): Promise<void> {
  const id = uuidv7();
  await insertEntry(tx, { id, streamerId, edit, plannedUntil: plannedUntil(now) });
  await extendPlan(tx, { ...edit, id, streamerId }, now);
}

/**
 * Changes the streams of an entry that has changed, adds those that are missing and removes those that are left over.
 * Streams that were changed on their own stay as they are while their day is planned. Notifies those who are reminded
 * of a stream that moved or that is canceled.
 */
export async function changePlan(
  tx: Writer,
  entry: StoredEntry,
  { jobs, now }: { readonly jobs: Pick<Jobs, 'send'>; readonly now: Date },
): Promise<void> {
  const coming = comingOf(entry, now);
  const planned = await streams.lockComing(tx, entry.id, now);
  for (const stream of planned) {
    const startsAt = coming.get(stream.day);
    if (!startsAt || stream.isChanged) continue;
    const { title, category, durationMinutes, timezone } = entry;
    const isMoved = startsAt.getTime() !== stream.startsAt.getTime();
    const isSame =
      !isMoved &&
      title === stream.title &&
      category === stream.category &&
      durationMinutes === stream.durationMinutes &&
      timezone === stream.timezone;
    if (isSame) continue;
    const change = { title, category, timezone, duration_minutes: durationMinutes, starts_at: startsAt };
    await streams.updateStream(tx, stream.id, { ...change, is_weekly: entry.weekdays.length > 0 }, now);
    if (isMoved && !stream.isCanceled)
      await jobs.send(tx, notifyReminded, {
        scheduledStreamId: stream.id,
        notice: 'moved',
        date: startsAt.toISOString(),
      });
  }
  const left = planned.filter(({ day }) => !coming.has(day));
  await removePlanned(tx, left, { jobs, now });
  await streams.insertStreams(tx, newStreams(entry, coming), now);
}

/** Removes streams of an entry, and notifies those who are reminded of one. */
export async function removePlanned(
  tx: Writer,
  planned: readonly streams.StoredStream[],
  { jobs, now }: { readonly jobs: Pick<Jobs, 'send'>; readonly now: Date },
): Promise<void> {
  const ids = planned.map(({ id }) => id);
  const kept = new Set(await streams.removeStreams(tx, ids, now));
  for (const { id, startsAt } of planned) {
    if (!kept.has(id)) continue;
    const notice = { notice: 'canceled', date: startsAt.toISOString() } as const;
    await jobs.send(tx, notifyReminded, { scheduledStreamId: id, ...notice });
  }
}
