/** Export and deletion of a person's events and tickets. */
import type { Database } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { UserDataOwner } from '#platform/user-data.ts';
import { refundTickets } from './cancellation.jobs.ts';
import { findAllRemindersOf } from './event-reminders.repo.ts';
import { notifyTicketHolders } from './events.jobs.ts';
import * as events from './events.repo.ts';
import { findAllTicketsOf } from './tickets/tickets.repo.ts';

interface Options {
  readonly db: Database;
  readonly images: Pick<Images, 'release' | 'discard'>;
  readonly jobs: Pick<Jobs, 'send'>;
}

/** Deletion cancels upcoming events, refunds their tickets and removes the posters. */
export const eventsUserData = ({ db, images, jobs }: Options): Required<UserDataOwner> => ({
  exportUserData: (id) =>
    db.read(async (reader) => ({
      events: await events.findAllOf(reader, id),
      eventReminders: await findAllRemindersOf(reader, id),
      tickets: await findAllTicketsOf(reader, id),
    })),
  async deleteUserData(tx, id, onCommit) {
    const posters = await events.removePosters(tx, id);
    for (const url of posters) await images.release(tx, url);
    onCommit(async () => void (await Promise.all(posters.map((url) => images.discard(url)))));
    for (const { id: eventId, eventDate } of await events.closeOf(tx, id)) {
      await jobs.send(tx, refundTickets, { eventId, requestedBy: null });
      const notice = { eventId, notice: 'canceled', date: eventDate.toISOString() } as const;
      await jobs.send(tx, notifyTicketHolders, notice);
    }
  },
});
