/** Notifications that are old are deleted, once a day. */
import { NOTIFICATIONS_KEPT_DAYS, READ_NOTIFICATIONS_KEPT_DAYS } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { type JobRegistration, repeat } from '#platform/jobs/index.ts';
import { inBatches } from './batches.ts';
import { forgotten } from './notifications.events.ts';
import { forgetOld } from './notifications.jobs.ts';
import { deleteOld } from './notifications.repo.ts';

const EVERY_HOURS = 24;

export const purgeExpired = (db: Database): JobRegistration =>
  repeat(forgetOld, EVERY_HOURS, async (signal) => {
    let deleted = 0;
    const forget = (isRead: boolean, days: number) =>
      inBatches(signal, async (size) => {
        const went = await db.transact((tx) => deleteOld(tx, isRead, days, size));
        deleted += went;
        return went;
      });
    await forget(true, READ_NOTIFICATIONS_KEPT_DAYS);
    await forget(false, NOTIFICATIONS_KEPT_DAYS);
    if (deleted > 0) await db.transact((tx) => publish(tx, forgotten, {}));
  });
