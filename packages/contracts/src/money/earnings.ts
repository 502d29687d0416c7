/** Earnings over time (spec section 3). All amounts are in minor units. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { amount, currency, moment } from './fields.ts';

export { MONEY_PAGE_SIZE } from './fields.ts';

/** The platform's fee in hundredths of a percent (spec section 9). */
export const PLATFORM_FEE_BASIS_POINTS = 1000;

export const EARNINGS_PERIODS = ['30d', '90d', '12m'] as const;
export const earningsPeriod = z.enum(EARNINGS_PERIODS);
export type EarningsPeriod = z.infer<typeof earningsPeriod>;

/** Completed donations and tickets of ended events. Earlier sales can still be refunded. */
export const earnings = z.object({
  currency,
  feeBasisPoints: z.int(),
  bucket: z.enum(['day', 'week', 'month']),
  totals: z.object({
    amount: amount.describe('Before the fee'),
    platformFee: amount,
    netAmount: amount,
    donations: z.int(),
    tickets: z.int(),
  }),
  previousNetAmount: amount.describe('Net amount of the preceding period of the same length'),
  /** Net amounts per bucket, including empty ones. Days start in UTC. */
  series: z.array(z.object({ from: moment, donations: amount, tickets: amount })),
});
export type Earnings = z.infer<typeof earnings>;

export const getEarnings = endpoint({
  method: 'GET',
  path: '/api/me/earnings',
  tag: 'money',
  summary: "Get the signed-in streamer's earnings over time, with fees and net amounts",
  access: 'streamer',
  query: z.object({ period: earningsPeriod.default('30d') }),
  response: earnings,
});

export const getAllEarnings = endpoint({
  method: 'GET',
  path: '/api/admin/earnings',
  tag: 'money',
  summary: 'Get the earnings of all streamers over time, with the fees of the platform',
  access: 'admin',
  query: z.object({ period: earningsPeriod.default('30d') }),
  response: earnings,
});
