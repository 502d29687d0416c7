import type { UserId } from '@tributary/contracts/shared';
import type { Database, Writer } from '#platform/db/database.ts';
import { inBatches } from '#platform/jobs/index.ts';
import type { Notify } from '#platform/notifications/index.ts';
import type { Notifications } from './notifications.service.ts';

interface Sending {
  readonly db: Database;
  readonly notifications: Pick<Notifications, 'notify'>;
  readonly signal: AbortSignal;
}

/**
 * Notifies many people, in batches.
 * @param pageAfter reads the next people, each with the key to continue after
 * @param notification its `dedupeKey` keeps a job that runs again from notifying a person twice
 */
export async function notifyMany<Key>(
  { db, notifications, signal }: Sending,
  pageAfter: (tx: Writer, after: Key | null, limit: number) => Promise<{ key: Key; userId: UserId }[]>,
  notification: Omit<Notify, 'userId'>,
): Promise<void> {
  let after: Key | null = null;
  await inBatches(signal, async (limit) => {
    const page = await db.transact(async (tx) => {
      const people = await pageAfter(tx, after, limit);
      for (const { userId } of people) await notifications.notify(tx, { userId, ...notification });
      return people;
    });
    after = page.at(-1)?.key ?? after;
    return page.length;
  });
}
