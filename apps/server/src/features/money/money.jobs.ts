/** What time changes: events start and end, periods of subscriptions end, and payouts become overdue. */
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import * as events from './events/events.repo.ts';
import * as payouts from './payouts/payouts.repo.ts';
import * as tiers from './tiers/tiers.repo.ts';

const advanceStatuses = defineJob('money.advance-statuses', z.object({}));

const EVERY_MINUTE_HOURS = 1 / 60;

/** Totals of streamers follow by triggers. */
export const advanceStatusesEveryMinute = (db: Database, now: () => Date): JobRegistration =>
  repeat(advanceStatuses, EVERY_MINUTE_HOURS, async () => {
    const at = now();
    await db.transact((tx) => events.advance(tx, at));
    await db.transact((tx) => tiers.advanceSubscriptions(tx, at));
    await db.transact((tx) => payouts.failOverdue(tx, at));
  });
