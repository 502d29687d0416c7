/** Notifies the followers of a channel when an event is published, and its ticket holders of what changes. */
import type { UserId } from '@tributary/contracts';
import { z } from 'zod';
import { followersPage } from '#features/follows/index.ts';
import type { NotificationsFeature, Notify } from '#features/notifications/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { defineJob, inBatches, type JobRegistration, type Jobs, repeat, work } from '#platform/jobs/index.ts';
import { findHolders } from '../tickets/tickets.repo.ts';
import { contentOf, EVENT_NOTICES } from './event-notices.ts';
import { findAnnounced, findEventsById, takeReminders } from './events.repo.ts';

export const announceEvent = defineJob('money.announce-event', z.object({ eventId: z.uuid() }));

/** `date` is that of the event at this moment, so that holders are notified of each date once. */
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
  /** @param pageAfter the next people, and the key to continue after */
  async function notifyMany<Key>(
    signal: AbortSignal,
    pageAfter: (tx: Writer, after: Key | null, limit: number) => Promise<{ key: Key; userId: UserId }[]>,
    content: Omit<Notify, 'userId' | 'type'>,
  ): Promise<void> {
    let after: Key | null = null;
    await inBatches(signal, async (limit) => {
      const page = await db.transact(async (tx) => {
        const people = await pageAfter(tx, after, limit);
        for (const { userId } of people)
          await notifications.notify(tx, { ...content, userId, type: 'other' });
        return people;
      });
      after = page.at(-1)?.key ?? after;
      return page.length;
    });
  }

  return [
    work(announceEvent, async ({ eventId }, signal) => {
      const event = await db.read((reader) => findAnnounced(reader, eventId));
      if (!event) return;
      const { creatorId, creatorName, title } = event;
      const followers = async (tx: Writer, after: UserId | null, limit: number) =>
        (await followersPage(tx, creatorId, after, limit)).map((userId) => ({ key: userId, userId }));
      await notifyMany(signal, followers, {
        actorId: creatorId,
        title: `${creatorName} announced an event`,
        message: title,
        href: `/events/${eventId}`,
        // A job that runs again notifies nobody twice.
        dedupeKey: `event:${eventId}:announced`,
      });
    }),
    work(notifyTicketHolders, async ({ eventId, notice, date }, signal) => {
      const event = (await db.read((reader) => findEventsById(reader, [eventId]))).get(eventId);
      const content = event?.eventDate.toISOString() === date ? contentOf(event, notice) : null;
      if (!content) return;
      // The tickets of a canceled event are refunded at the same time.
      const statuses = notice === 'canceled' ? (['valid', 'refunded'] as const) : (['valid'] as const);
      const holders = async (tx: Writer, after: string | null, limit: number) =>
        (await findHolders(tx, eventId, statuses, after, limit)).map(({ id, holderId }) => ({
          key: id,
          userId: holderId,
        }));
      await notifyMany(signal, holders, {
        ...content,
        href: `/events/${eventId}`,
        dedupeKey: `event:${eventId}:${notice}:${date}`,
      });
    }),
    repeat(remindTicketHolders, EVERY_MINUTE_HOURS, () =>
      db.transact(async (tx) => {
        for (const { id, notice, eventDate } of await takeReminders(tx, now()))
          await jobs.send(tx, notifyTicketHolders, { eventId: id, notice, date: eventDate.toISOString() });
      }),
    ),
  ];
}
