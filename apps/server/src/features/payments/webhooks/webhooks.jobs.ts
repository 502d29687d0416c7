import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { defineJob, inBatches, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import { deleteReceivedBefore } from './provider-events.repo.ts';

const purgeWebhooks = defineJob('money.purge-webhooks', z.object({}));

const DAILY_HOURS = 24;
/** The time for which webhooks are kept. */
const KEPT_MS = 90 * DAY_MS;

export const purgeOldWebhooks = (db: Database, now: () => Date): JobRegistration =>
  repeat(purgeWebhooks, DAILY_HOURS, (signal) => {
    const before = new Date(now().getTime() - KEPT_MS);
    return inBatches(signal, (size) => db.transact((tx) => deleteReceivedBefore(tx, before, size)));
  });
