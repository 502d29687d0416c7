import { NOTIFICATIONS_KEPT_DAYS, READ_NOTIFICATIONS_KEPT_DAYS } from '@tributary/contracts/notifications';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { inBatches, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import { purged } from './notifications.events.ts';
import { purgeExpired } from './notifications.jobs.ts';
import { deleteExpired } from './notifications.repo.ts';

const INTERVAL_HOURS = 24;

/** Deletes expired notifications once a day. Read ones expire earlier than unread ones. */
export const purgeExpiredNotifications = (db: Database): JobRegistration =>
  repeat(purgeExpired, INTERVAL_HOURS, async (signal) => {
    let total = 0;
    const purge = (isRead: boolean, days: number) =>
      inBatches(signal, async (size) => {
        const deleted = await db.transact((tx) => deleteExpired(tx, isRead, days, size));
        total += deleted;
        return deleted;
      });
    await purge(true, READ_NOTIFICATIONS_KEPT_DAYS);
    await purge(false, NOTIFICATIONS_KEPT_DAYS);
    if (total > 0) await db.transact((tx) => publish(tx, purged, {}));
  });
