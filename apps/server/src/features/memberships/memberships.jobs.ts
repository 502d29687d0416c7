import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import * as subscriptions from './subscriptions/subscriptions.repo.ts';

const advanceSubscriptions = defineJob('memberships.advance', z.object({}));

const EVERY_MINUTE_HOURS = 1 / 60;

/** Advances subscriptions whose period is over. */
export const advanceEveryMinute = (db: Database, now: () => Date): JobRegistration =>
  repeat(advanceSubscriptions, EVERY_MINUTE_HOURS, () =>
    db.transact((tx) => subscriptions.advance(tx, now())),
  );
