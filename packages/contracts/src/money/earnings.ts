/** Money (spec section 3): what was given on the instance over time. All amounts are minor units. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { amount, currency, moment } from './fields.ts';

export { MONEY_PAGE_SIZE } from './fields.ts';

/** What the platform keeps of what is given, in hundredths of a percent (spec section 9). */
export const PLATFORM_FEE_BASIS_POINTS = 1000;

export const EARNINGS_PERIODS = ['30d', '90d', '12m'] as const;
export const earningsPeriod = z.enum(EARNINGS_PERIODS);
export type EarningsPeriod = z.infer<typeof earningsPeriod>;

/** Completed donations, and tickets of events that have ended: what comes before may yet be refunded. */
export const earnings = z.object({
  currency,
  feeBasisPoints: z.int(),
  bucket: z.enum(['day', 'week', 'month']),
  totals: z.object({
    amount: amount.describe('What people gave'),
    platformFee: amount,
    netAmount: amount,
    donations: z.int(),
    tickets: z.int(),
  }),
  netAmountBefore: amount.describe('Of the period as long before this one'),
  /** Net amounts, one entry a bucket, also for those in which nothing came. Days begin in UTC. */
  series: z.array(z.object({ from: moment, donations: amount, tickets: amount })),
});
export type Earnings = z.infer<typeof earnings>;

export const getEarnings = endpoint({
  method: 'GET',
  path: '/api/me/earnings',
  tag: 'money',
  summary: 'What the signed-in streamer was given over time, with the fee and what is left',
  access: 'streamer',
  query: z.object({ period: earningsPeriod.default('30d') }),
  response: earnings,
});

export const getAllEarnings = endpoint({
  method: 'GET',
  path: '/api/admin/earnings',
  tag: 'money',
  summary: 'What was given on the whole instance over time, with what the platform keeps',
  access: 'admin',
  query: z.object({ period: earningsPeriod.default('30d') }),
  response: earnings,
});
