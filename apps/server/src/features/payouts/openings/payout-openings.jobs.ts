import { z } from 'zod';
import { defineJob, type JobRegistration, repeat, work } from '#platform/jobs/index.ts';
import { payOutWaiting } from '../payout-transfers.jobs.ts';
import type { PayoutOpenings } from './payout-openings.service.ts';

const runMonth = defineJob('money.run-monthly-payouts', z.object({}));
const HOURLY = 1;

export const payoutOpeningJobs = (openings: PayoutOpenings): readonly JobRegistration[] => [
  repeat(runMonth, HOURLY, (signal) => openings.runMonth(signal)),
  work(payOutWaiting, ({ creatorId }) => openings.payAvailable(creatorId)),
];
