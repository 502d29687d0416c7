/** The schedule of a channel for its creator: entries, and single streams of them. */
import {
  type OwnScheduledStream,
  SCHEDULE_ENTRIES_MAX,
  type ScheduledStreamEdit,
  type ScheduleEdit,
  type ScheduleEntry,
} from '@tributary/contracts/schedule';
import type { UserId } from '@tributary/contracts/shared';
import { lockChannel } from '#features/channels/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import * as entries from './entries.repo.ts';
import { changePlan, planEntry, plannedUntil, removePlanned } from './planning.ts';
import { scheduleErrors } from './schedule.errors.ts';
import { notifyReminded } from './schedule.jobs.ts';
import { IN_FUTURE, refusedFields } from './schedule-rules.ts';
import * as streams from './scheduled-streams.repo.ts';

interface Schedule {
  readonly entries: ScheduleEntry[];
}

/** Every change is limited within a day, and throws AppError `too_many_changes` beyond it. */
export interface OwnSchedule {
  of(streamerId: UserId): Promise<Schedule>;
  /** @throws AppError `too_many_entries`, `entry_refused` with the fields */
  create(streamerId: UserId, edit: ScheduleEdit): Promise<Schedule>;
  /** @throws AppError `entry_not_found`, `entry_refused` with the fields */
  edit(streamerId: UserId, id: string, edit: ScheduleEdit): Promise<Schedule>;
  /** @throws AppError `entry_not_found` */
  remove(streamerId: UserId, id: string): Promise<Schedule>;
  /** @throws AppError `scheduled_stream_not_found`, `entry_refused` with the fields */
  editStream(streamerId: UserId, id: string, edit: ScheduledStreamEdit): Promise<Schedule>;
}

export interface OwnScheduleOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly sharedState: SharedState;
  readonly now: () => Date;
}

/** Changes of a channel within a day, since each may notify people and rewrites its coming streams. */
const CHANGES_PER_DAY = 200;

export function createOwnSchedule({ db, jobs, sharedState, now }: OwnScheduleOptions): OwnSchedule {
  const spent = sharedState.store('schedule-changes');

  async function spendChange(streamerId: UserId): Promise<void> {
    const { count, expiresInMs } = await spent.increment(streamerId, DAY_MS);
    if (count > CHANGES_PER_DAY)
      throw scheduleErrors.too_many_changes({ retryAfterSeconds: Math.ceil(expiresInMs / 1000) });
  }

  async function lock(tx: Writer, streamerId: UserId, id: string): Promise<entries.StoredEntry> {
    const entry = await entries.lockEntry(tx, streamerId, id);
    if (!entry) throw scheduleErrors.entry_not_found();
    return entry;
  }

  const of = (streamerId: UserId): Promise<Schedule> =>
    db.read(async (reader) => {
      const at = now();
      const [plans, coming] = [
        await entries.findEntries(reader, streamerId, at),
        await streams.findOwn(reader, streamerId, at),
      ];
      const list = plans.map((entry) =>
        toEntry(
          entry,
          coming.filter(({ entryId }) => entryId === entry.id),
        ),
      );
      return { entries: list.toSorted((a, b) => firstOf(a).localeCompare(firstOf(b))) };
    });

  async function change(streamerId: UserId, work: (tx: Writer, at: Date) => Promise<void>) {
    await spendChange(streamerId);
    await db.transact((tx) => work(tx, now()));
    return of(streamerId);
  }

  function check(edit: ScheduleEdit, at: Date): void {
    const errors = refusedFields(edit, at);
    if (errors.length > 0) throw scheduleErrors.entry_refused({ errors });
  }

  return {
    of,
    create: (streamerId, edit) =>
      change(streamerId, async (tx, at) => {
        check(edit, at);
        await lockChannel(tx, streamerId);
        const open = await entries.findEntries(tx, streamerId, at);
        if (open.length >= SCHEDULE_ENTRIES_MAX) throw scheduleErrors.too_many_entries();
        await planEntry(tx, streamerId, edit, at);
      }),
    edit: (streamerId, id, edit) =>
      change(streamerId, async (tx, at) => {
        await lock(tx, streamerId, id);
        check(edit, at);
        await entries.updateEntry(tx, { id, edit, plannedUntil: plannedUntil(at) });
        await changePlan(tx, { ...edit, id, streamerId }, { jobs, now: at });
      }),
    remove: (streamerId, id) =>
      change(streamerId, async (tx, at) => {
        await lock(tx, streamerId, id);
        await removePlanned(tx, await streams.lockComing(tx, id, at), { jobs, now: at });
        await entries.deleteEntry(tx, id);
      }),
    editStream: (streamerId, id, edit) =>
      change(streamerId, async (tx, at) => {
        const stream = await streams.lockOwn(tx, streamerId, id, at);
        if (!stream) throw scheduleErrors.scheduled_stream_not_found();
        const startsAt = new Date(edit.startsAt);
        if (startsAt <= at)
          throw scheduleErrors.entry_refused({ errors: [{ pointer: '/startsAt', detail: IN_FUTURE }] });
        const { title, category, durationMinutes, isCanceled } = edit;
        const isMoved = startsAt.getTime() !== stream.startsAt.getTime();
        const isEdited =
          isMoved ||
          title !== stream.title ||
          category !== stream.category ||
          durationMinutes !== stream.durationMinutes;
        const fields = { title, category, duration_minutes: durationMinutes, starts_at: startsAt };
        const marks = { is_canceled: isCanceled, is_changed: stream.isChanged || isEdited };
        await streams.updateStream(tx, id, { ...fields, ...marks }, at);
        const isNews = isCanceled ? !stream.isCanceled : isMoved;
        if (!isNews) return;
        const notice = isCanceled ? 'canceled' : 'moved';
        await jobs.send(tx, notifyReminded, { scheduledStreamId: id, notice, date: startsAt.toISOString() });
      }),
  };
}

type OwnRow = Awaited<ReturnType<typeof streams.findOwn>>[number];

const toOwnStream = ({ startsAt, ...row }: OwnRow): OwnScheduledStream => ({
  ...row,
  startsAt: startsAt.toISOString(),
});

const toEntry = (entry: entries.StoredEntry, coming: readonly OwnRow[]): ScheduleEntry => ({
  ...entry,
  streams: coming.map(toOwnStream),
});

const firstOf = ({ streams: [first] }: ScheduleEntry): string => first?.startsAt ?? '';
