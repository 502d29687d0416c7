/** Notifies ticket holders and those who asked to be reminded of changes of an event, and reminds them of it. */
import type { UserId } from '@tributary/contracts/shared';
import { type NotificationsFeature, notifyMany } from '#features/notifications/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { type JobRegistration, work } from '#platform/jobs/index.ts';
import { findRemindedOf } from '../event-reminders.repo.ts';
import { notifyTicketHolders } from '../events.jobs.ts';
import { ticketNotice } from '../events.notifications.ts';
import { findEventsById } from '../events.repo.ts';
import { findHolders } from './tickets.repo.ts';

interface Options {
  readonly db: Database;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
}

export const noticesOfTickets = ({ db, notifications }: Options): JobRegistration =>
  work(notifyTicketHolders, async ({ eventId, notice, date }, signal) => {
    const event = (await db.read((reader) => findEventsById(reader, [eventId]))).get(eventId);
    // A reminder is outdated once the event has another date, or has ended.
    if (event?.eventDate.toISOString() !== date) return;
    if (notice !== 'canceled' && (event.status === 'ended' || event.status === 'canceled')) return;
    // The tickets of a canceled event are being refunded at the same time.
    const statuses = notice === 'canceled' ? (['valid', 'refunded'] as const) : (['valid'] as const);
    const holders = async (tx: Writer, after: string | null, limit: number) =>
      (await findHolders(tx, eventId, statuses, after, limit)).map(({ id, holderId }) => ({
        key: id,
        userId: holderId,
      }));
    const of = (hasTicket: boolean) => ticketNotice.of({ event, kind: notice, date, hasTicket });
    await notifyMany({ db, notifications, signal }, holders, of(true));
    const reminded = async (tx: Writer, after: UserId | null, limit: number) =>
      (await findRemindedOf(tx, eventId, after, limit)).map((userId) => ({ key: userId, userId }));
    await notifyMany({ db, notifications, signal }, reminded, of(false));
  });
