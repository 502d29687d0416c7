import { REPORTS_KEPT_DAYS } from '@tributary/contracts/moderation';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { defineJob, inBatches, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import { deleteDecidedBefore } from './reports.repo.ts';

/** Keeps a frame for a report that has none. */
export const keepReportFrame = defineJob('moderation.keep_report_frame', z.object({ reportId: z.uuid() }));

const purgeReports = defineJob('moderation.purge_reports', z.object({}));

const INTERVAL_HOURS = 24;

/** Deletes, once a day, cases that were decided long ago. */
export const purgeOldReports = (db: Database, nowMs: () => number): JobRegistration =>
  repeat(purgeReports, INTERVAL_HOURS, async (signal) => {
    const time = new Date(nowMs() - REPORTS_KEPT_DAYS * DAY_MS);
    await inBatches(signal, (size) => db.transact((tx) => deleteDecidedBefore(tx, time, size)));
  });
