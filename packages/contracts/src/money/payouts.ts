/** Payouts to streamers. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { endpoint } from '../shared/endpoint.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { order } from '../shared/params.ts';
import { PAYOUT_SORTS, PAYOUT_STATUSES } from './constants.ts';
import { amount, currency, MONEY_PAGE_SIZE, moment } from './fields.ts';

export const payout = z.object({
  id: z.uuid(),
  amount,
  currency,
  status: z.enum(PAYOUT_STATUSES),
  periodStart: moment,
  periodEnd: moment.describe('Exclusive'),
  dueDate: moment,
});
export type Payout = z.infer<typeof payout>;

export const payoutFilter = z.object({
  status: z.enum(PAYOUT_STATUSES).optional(),
  sort: z.enum(PAYOUT_SORTS).default('dueDate'),
  order,
});
export type PayoutFilter = z.output<typeof payoutFilter>;

export const listPayouts = endpoint({
  method: 'GET',
  path: '/api/me/payouts',
  tag: 'money',
  summary: `List the signed-in streamer's payouts, ${MONEY_PAGE_SIZE} per page`,
  access: 'streamer',
  query: payoutFilter.extend(pageQuery.shape),
  response: pageOf(payout).extend({
    unpaid: amount.describe('What was paid and is in no payout, or in a failed one'),
    currency,
  }),
});

export const exportPayouts = endpoint({
  ...csvExport,
  path: '/api/me/payouts.csv',
  tag: 'money',
  summary: "Export the signed-in streamer's payouts as CSV",
  access: 'streamer',
  query: payoutFilter,
});

export const adminPayout = payout.extend({ streamer: streamerSummary.nullable() });
export type AdminPayout = z.infer<typeof adminPayout>;

export const listAllPayouts = endpoint({
  method: 'GET',
  path: '/api/admin/payouts',
  tag: 'money',
  summary: `List all payouts, ${MONEY_PAGE_SIZE} per page`,
  access: 'admin',
  query: payoutFilter.extend(pageQuery.shape),
  response: pageOf(adminPayout),
});

export const exportAllPayouts = endpoint({
  ...csvExport,
  path: '/api/admin/payouts.csv',
  tag: 'money',
  summary: 'Export all payouts as CSV',
  access: 'admin',
  query: payoutFilter,
});
