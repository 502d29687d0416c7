/** Announces events to the followers of a channel, and sends the reminders of ticket holders when they are due. */
import type { UserId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { followersToNotify } from '#features/follows/index.ts';
import { type NotificationsFeature, notifyMany } from '#features/notifications/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, type Jobs, repeat, work } from '#platform/jobs/index.ts';
import { EVENT_NOTICES, eventAnnounced } from './events.notifications.ts';
import { claimReminders, findAnnounced } from './events.repo.ts';

export const announceEvent = defineJob('money.announce-event', z.object({ eventId: z.uuid() }));

/**
 * `ticket-notices.jobs.ts` handles this job. `date` is the date of the event at this moment, so that holders are
 * notified of each date once.
 */
export const notifyTicketHolders = defineJob(
  'money.notify-ticket-holders',
  z.object({ eventId: z.uuid(), notice: z.enum(EVENT_NOTICES), date: z.iso.datetime() }),
);

const remindTicketHolders = defineJob('money.remind-ticket-holders', z.object({}));

const EVERY_MINUTE_HOURS = 1 / 60;

interface Options {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly now: () => Date;
}

export function eventJobs({ db, jobs, notifications, now }: Options): JobRegistration[] {
  return [
    work(announceEvent, async ({ eventId }, signal) => {
      const event = await db.read((reader) => findAnnounced(reader, eventId));
      if (!event) return;
      const { creatorId, creatorName, title } = event;
      const followers = async (tx: Writer, after: UserId | null, limit: number) =>
        (await followersToNotify(tx, creatorId, 'event', after, limit)).map((userId) => ({
          key: userId,
          userId,
        }));
      const notification = eventAnnounced.of({ id: eventId, creatorId, creatorName, title });
      await notifyMany({ db, notifications, signal }, followers, notification);
    }),
    repeat(remindTicketHolders, EVERY_MINUTE_HOURS, () =>
      db.transact(async (tx) => {
        for (const { id, notice, eventDate } of await claimReminders(tx, now()))
          await jobs.send(tx, notifyTicketHolders, { eventId: id, notice, date: eventDate.toISOString() });
      }),
    ),
  ];
}
