/** Plans weekly streams further ahead as time passes, and deletes what is long over. */
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { defineJob, inBatches, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import { claimToExtend, deleteEnded } from './entries.repo.ts';
import { extendPlan, plannedUntil } from './planning.ts';

const extendSchedules = defineJob('schedule.extend', z.object({}));

const EVERY_HOURS = 6;

/** Calendars that are subscribed to keep past streams as long as the feed lists them. */
export const KEPT_MS = 30 * DAY_MS;

export const extendRegularly = (db: Database, now: () => Date): JobRegistration =>
  repeat(extendSchedules, EVERY_HOURS, async (signal) => {
    const at = now();
    await inBatches(signal, (limit) =>
      db.transact(async (tx) => {
        const due = await claimToExtend(tx, plannedUntil(at), limit);
        for (const entry of due) await extendPlan(tx, entry, at);
        return due.length;
      }),
    );
    await db.transact((tx) => deleteEnded(tx, new Date(at.getTime() - KEPT_MS)));
  });
