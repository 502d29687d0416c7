/** Earnings over time (spec section 3). All amounts are in minor units. */
import { z } from 'zod';
import { amount, currency, moment } from '../payments/fields.ts';
import { endpoint } from '../shared/endpoint.ts';

export const EARNINGS_PERIODS = ['30d', '90d', '12m'] as const;
export const earningsPeriod = z.enum(EARNINGS_PERIODS);
export type EarningsPeriod = z.infer<typeof earningsPeriod>;

/** Donations, tickets of ended events and payments of subscriptions, less what was refunded or is disputed. */
export const earnings = z.object({
  currency,
  feeBasisPoints: z.int().describe('The fee on new payments'),
  bucket: z.enum(['day', 'week', 'month']),
  totals: z.object({
    amount: amount.describe('Before the fee'),
    platformFee: amount,
    netAmount: amount,
    donations: z.int(),
    tickets: z.int(),
    subscriptions: z.int().describe('Number of payments'),
  }),
  previousNetAmount: amount.describe('Net amount of the preceding period of the same length'),
  /** Net amounts per bucket, including empty ones. Days start in UTC. */
  series: z.array(z.object({ from: moment, donations: amount, tickets: amount, subscriptions: amount })),
});
export type Earnings = z.infer<typeof earnings>;

export const getEarnings = endpoint({
  method: 'GET',
  path: '/api/me/earnings',
  tag: 'payouts',
  summary: 'Get the signed-in streamer’s earnings over time, with fees and net amounts',
  access: 'streamer',
  query: z.object({ period: earningsPeriod.default('30d') }),
  response: earnings,
});

export const getAllEarnings = endpoint({
  method: 'GET',
  path: '/api/admin/earnings',
  tag: 'payouts',
  summary: 'Get the earnings of all streamers over time, with the fees of the platform',
  access: 'admin',
  query: z.object({ period: earningsPeriod.default('30d') }),
  response: earnings,
});
