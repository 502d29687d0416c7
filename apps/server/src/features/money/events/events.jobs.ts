/** Jobs of events. */
import type { UserId } from '@tributary/contracts';
import { z } from 'zod';
import { followersPage } from '#features/follows/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, inBatches, type JobRegistration, work } from '#platform/jobs/index.ts';
import { findAnnounced } from './events.repo.ts';

/** Notifies the followers of a channel of its new event. */
export const announceEvent = defineJob('money.announce-event', z.object({ eventId: z.uuid() }));

export function announceEvents(
  db: Database,
  notifications: Pick<NotificationsFeature, 'notify'>,
): JobRegistration {
  return work(announceEvent, async ({ eventId }, signal) => {
    let after: UserId | null = null;
    await inBatches(signal, async (size) => {
      const followers = await db.transact(async (tx) => {
        const event = await findAnnounced(tx, eventId);
        if (!event) return [];
        const page = await followersPage(tx, event.creatorId, after, size);
        for (const userId of page) {
          await notifications.notify(tx, {
            userId,
            actorId: event.creatorId,
            type: 'other',
            title: `${event.creatorName} announced an event`,
            message: event.title,
            href: `/events/${eventId}`,
            // A job that runs again notifies nobody twice.
            dedupeKey: `event:${eventId}`,
          });
        }
        return page;
      });
      after = followers.at(-1) ?? after;
      return followers.length;
    });
  });
}
