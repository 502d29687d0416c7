/** Reminders of events, for those who have no ticket or want none. */
import { EVENT_REMINDERS_MAX } from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import * as repo from './event-reminders.repo.ts';
import { eventErrors } from './events.errors.ts';
import { findPublished } from './events.repo.ts';

export interface EventReminders {
  has(userId: UserId, eventId: string): Promise<boolean>;
  /** @throws AppError `event_not_found`, `event_closed` if it has begun, `too_many_reminders` */
  add(userId: UserId, eventId: string): Promise<void>;
  remove(userId: UserId, eventId: string): Promise<void>;
}

export const createEventReminders = (db: Database): EventReminders => ({
  has: (userId, eventId) => db.read((reader) => repo.isReminded(reader, userId, eventId)),
  add: (userId, eventId) =>
    db.transact(async (tx) => {
      const event = await findPublished(tx, eventId);
      if (!event) throw eventErrors.event_not_found();
      if (event.status !== 'published') throw eventErrors.event_closed();
      if ((await repo.countReminders(tx, userId)) >= EVENT_REMINDERS_MAX)
        throw eventErrors.too_many_reminders();
      await repo.insertReminder(tx, userId, eventId);
    }),
  remove: (userId, eventId) => db.transact((tx) => repo.deleteReminder(tx, userId, eventId)),
});
