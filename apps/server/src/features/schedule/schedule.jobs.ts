/** Sends reminders, and notices of streams that were moved or canceled. */
import { REMINDER_LEAD_MINUTES } from '@tributary/contracts/schedule';
import type { UserId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { type NotificationsFeature, notifyMany } from '#features/notifications/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { MINUTE_MS } from '#platform/durations.ts';
import { defineJob, type JobRegistration, type Jobs, repeat, work } from '#platform/jobs/index.ts';
import * as reminders from './reminders.repo.ts';
import { SCHEDULE_NOTICES, scheduleNotice } from './schedule.notifications.ts';

/** `date` is the start of the stream at this moment, so that people are notified of each start once. */
export const notifyReminded = defineJob(
  'schedule.notify-reminded',
  z.object({
    scheduledStreamId: z.uuid(),
    notice: z.enum(SCHEDULE_NOTICES),
    date: z.iso.datetime(),
  }),
);

const sendReminders = defineJob('schedule.send-reminders', z.object({}));

const EVERY_MINUTE_HOURS = 1 / 60;

interface Options {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly now: () => Date;
}

export const scheduleJobs = ({ db, jobs, notifications, now }: Options): JobRegistration[] => [
  repeat(sendReminders, EVERY_MINUTE_HOURS, async () => {
    const from = now();
    const to = new Date(from.getTime() + REMINDER_LEAD_MINUTES * MINUTE_MS);
    await db.transact(async (tx) => {
      for (const { id, startsAt } of await reminders.findDue(tx, from, to)) {
        const data = { scheduledStreamId: id, notice: 'before_start', date: startsAt.toISOString() } as const;
        await jobs.send(tx, notifyReminded, data, { singletonKey: `${id}:${data.date}` });
      }
    });
  }),
  work(notifyReminded, async ({ scheduledStreamId, notice, date }, signal) => {
    const stream = await db.read((reader) => reminders.findNoticed(reader, scheduledStreamId));
    // The notice is outdated once the stream has another start, or is canceled or planned again.
    if (stream?.startsAt.toISOString() !== date || stream.isCanceled !== (notice === 'canceled')) return;
    if (notice === 'before_start' && stream.startsAt <= now()) return;
    const isLast = notice !== 'moved';
    const people = async (tx: Writer, after: UserId | null, limit: number) => {
      const page = await reminders.findPeople(tx, scheduledStreamId, after, limit);
      if (isLast) await reminders.deletePeople(tx, scheduledStreamId, page);
      return page.map((userId) => ({ key: userId, userId }));
    };
    await notifyMany({ db, notifications, signal }, people, scheduleNotice.of({ stream, kind: notice }));
  }),
];
