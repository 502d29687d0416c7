/** What the sockets of every process hear once something about notifications has been committed. */
import { userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** Somebody has a new one. */
export const notified = defineEvent('notifications.notified', z.object({ userId, id: z.uuid() }));

/** Many have the same news: those whose ids lie behind `after` (null: the lowest) and up to `upTo`. */
export const notifiedMany = defineEvent(
  'notifications.notified_many',
  z.object({ dedupeKey: z.string(), after: userId.nullable(), upTo: userId }),
);

/** Old ones have been deleted, of whomever: what is open now may show some of them. */
export const forgotten = defineEvent('notifications.forgotten', z.object({}));

/** Some, or all, of somebody's have been read. */
export const read = defineEvent('notifications.read', z.object({ userId }));
