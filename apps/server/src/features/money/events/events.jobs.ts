/** Who is told of an event: the followers of its channel when it is published, its ticket holders from then on. */
import type { UserId } from '@tributary/contracts';
import { z } from 'zod';
import { followersPage } from '#features/follows/index.ts';
import type { NotificationsFeature, Notify } from '#features/notifications/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { defineJob, inBatches, type JobRegistration, type Jobs, repeat, work } from '#platform/jobs/index.ts';
import { findHolders } from '../tickets/tickets.repo.ts';
import { EVENT_NEWS, newsOf } from './event-news.ts';
import { findAnnounced, findEventsById, takeReminders } from './events.repo.ts';

export const announceEvent = defineJob('money.announce-event', z.object({ eventId: z.uuid() }));

/** `date` is the one that the news is about, so that people hear of each date once. */
export const tellTicketHolders = defineJob(
  'money.tell-ticket-holders',
  z.object({ eventId: z.uuid(), news: z.enum(EVENT_NEWS), date: z.iso.datetime() }),
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
    work(tellTicketHolders, async ({ eventId, news, date }, signal) => {
      const event = (await db.read((reader) => findEventsById(reader, [eventId]))).get(eventId);
      const content = event?.eventDate.toISOString() === date ? newsOf(event, news) : null;
      if (!content) return;
      // The tickets of a canceled event are refunded at the same time.
      const statuses = news === 'canceled' ? (['valid', 'refunded'] as const) : (['valid'] as const);
      const holders = async (tx: Writer, after: string | null, limit: number) =>
        (await findHolders(tx, eventId, statuses, after, limit)).map(({ id, holderId }) => ({
          key: id,
          userId: holderId,
        }));
      await notifyMany(signal, holders, {
        ...content,
        href: `/events/${eventId}`,
        dedupeKey: `event:${eventId}:${news}:${date}`,
      });
    }),
    repeat(remindTicketHolders, EVERY_MINUTE_HOURS, () =>
      db.transact(async (tx) => {
        for (const { id, news, eventDate } of await takeReminders(tx, now()))
          await jobs.send(tx, tellTicketHolders, { eventId: id, news, date: eventDate.toISOString() });
      }),
    ),
  ];
}
