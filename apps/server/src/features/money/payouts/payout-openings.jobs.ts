import { z } from 'zod';
import { defineJob, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import type { PayoutOpenings } from './payout-openings.service.ts';

const runMonth = defineJob('money.run-monthly-payouts', z.object({}));
const HOURLY = 1;

export const monthlyPayouts = (openings: Pick<PayoutOpenings, 'runMonth'>): JobRegistration =>
  repeat(runMonth, HOURLY, (signal) => openings.runMonth(signal));
