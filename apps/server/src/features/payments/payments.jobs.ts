import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import { releasePending } from './charges/charges.service.ts';

const releaseMoney = defineJob('payments.release', z.object({}));

const EVERY_MINUTE_HOURS = 1 / 60;

/** Makes money available whose holding period is over. */
export const releaseEveryMinute = (db: Database, now: () => Date): JobRegistration =>
  repeat(releaseMoney, EVERY_MINUTE_HOURS, async () => {
    const at = now();
    while ((await db.transact((tx) => releasePending(tx, at))) > 0);
  });
