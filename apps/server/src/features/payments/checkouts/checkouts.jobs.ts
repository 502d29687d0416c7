import { RECEIPT_EMAIL_DAYS } from '@tributary/contracts/payments';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { defineJob, inBatches, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import { clearReceiptEmailsBefore, deleteUnpaidBefore } from './checkouts.repo.ts';
import type { Checkouts } from './checkouts.service.ts';

const sweepCheckouts = defineJob('money.sweep-checkouts', z.object({}));
const purgeExpired = defineJob('money.purge-expired', z.object({}));

const EVERY_MINUTE_HOURS = 1 / 60;
const DAILY_HOURS = 24;
/** How long unpaid checkouts are kept. */
const KEPT_MS = 90 * DAY_MS;

export const checkoutJobs = (
  db: Database,
  checkouts: Pick<Checkouts, 'sweep'>,
  now: () => Date,
): readonly JobRegistration[] => [
  repeat(sweepCheckouts, EVERY_MINUTE_HOURS, (signal) => checkouts.sweep(signal)),
  repeat(purgeExpired, DAILY_HOURS, async (signal) => {
    const before = new Date(now().getTime() - KEPT_MS);
    await inBatches(signal, (size) => db.transact((tx) => deleteUnpaidBefore(tx, before, size)));
    const unsent = new Date(now().getTime() - RECEIPT_EMAIL_DAYS * DAY_MS);
    await inBatches(signal, (size) => db.transact((tx) => clearReceiptEmailsBefore(tx, unsent, size)));
  }),
];
