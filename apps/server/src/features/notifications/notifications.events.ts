/** Events that the notification topic of every process handles. */
import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** A person has a new notification. */
export const notified = defineEvent('notifications.notified', z.object({ userId, id: z.uuid() }));

/** Many people have the same new notification: those with ids above `after` (null: from the first) and up to `upTo`. */
export const notifiedMany = defineEvent(
  'notifications.notified_many',
  z.object({ dedupeKey: z.string(), after: userId.nullable(), upTo: userId }),
);

/** A person has read some or all of their notifications. */
export const read = defineEvent('notifications.read', z.object({ userId }));

/** Expired notifications of any number of people were deleted; open lists may show some of them. */
export const purged = defineEvent('notifications.purged', z.object({}));
