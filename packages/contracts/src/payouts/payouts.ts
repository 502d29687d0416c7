/** Payouts to streamers. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { HOLDING_DAYS } from '../payments/constants.ts';
import { amount, currency, MONEY_PAGE_SIZE, moment, providerName } from '../payments/fields.ts';
import { endpoint } from '../shared/endpoint.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byId, order } from '../shared/params.ts';
import { PAYOUT_SORTS, PAYOUT_STATUSES } from './constants.ts';

export const payout = z.object({
  id: z.uuid(),
  amount,
  currency,
  status: z.enum(PAYOUT_STATUSES),
  periodStart: moment,
  periodEnd: moment.describe('Exclusive'),
  dueDate: moment,
  sender: providerName.nullable().describe('`manual`: an admin sends it by bank transfer'),
  waitsUntil: moment
    .nullable()
    .describe('The first payout of the channel is not sent before this time; null once it has passed'),
  sentAt: moment.nullable().describe('The time since which only the provider or an admin can settle it'),
  reference: z.string().nullable().describe('The reference at the provider or the bank'),
  failureReason: z.string().nullable(),
  settledAt: moment.nullable(),
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
  tag: 'payouts',
  summary: `List the signed-in streamer's payouts, ${MONEY_PAGE_SIZE} per page`,
  access: 'streamer',
  query: payoutFilter.extend(pageQuery.shape),
  response: pageOf(payout),
});

const balance = z.object({
  currency,
  pending: amount.describe('Not available yet'),
  available: z.int().describe('The withdrawable balance. Negative after refunds of money that was paid out'),
  reserved: amount.describe(
    'For the unused time of subscriptions and gifts. It becomes available day by day',
  ),
  inTransit: amount.describe('The sum of unsettled payouts'),
  nextAvailable: z
    .object({ at: moment, amount })
    .nullable()
    .describe('The part of the pending balance that becomes available next; null if none does'),
  isFirstPayout: z
    .boolean()
    .describe(`Whether no payout was sent yet: those that are requested wait ${HOLDING_DAYS} days`),
  minimum: amount.describe('The smallest payout'),
  nextPayoutAt: moment
    .nullable()
    .describe('The time of the next monthly payout; null without a payout account'),
});
export type Balance = z.infer<typeof balance>;

export const getBalance = endpoint({
  method: 'GET',
  path: '/api/me/balance',
  tag: 'payouts',
  summary: 'Get the signed-in streamer’s balance and what becomes of it next',
  access: 'streamer',
  response: balance,
});

export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/api/me/payouts',
  tag: 'payouts',
  summary: 'Request a payout of available money, to the payout account or, without one, by an admin',
  access: 'streamer',
  recentProof: true,
  body: z.object({
    idempotencyKey: z.uuid().describe('Becomes the id of the payout. Repeat it when a request is repeated'),
    amount,
  }),
  perMinute: 10,
  response: payout,
});

const payoutAccount = z.object({
  provider: providerName,
  state: z.enum(['none', 'incomplete', 'ready']),
  requirements: z.array(z.string()).describe('The remaining steps of the creator, as sentences'),
  isUsed: z.boolean().describe('Whether payouts are sent to it'),
  countries: z
    .array(z.string())
    .optional()
    .describe('Countries of a new account (ISO 3166-1), if the creator has to name one'),
  waitsUntil: moment
    .nullable()
    .describe(
      `Nothing is sent to it before, since it is new; null if it is not, or was connected before the first payment`,
    ),
});
export type PayoutAccount = z.infer<typeof payoutAccount>;

export const byPayoutProvider = z.object({ provider: providerName });

export const listPayoutAccounts = endpoint({
  method: 'GET',
  path: '/api/me/payout-accounts',
  tag: 'payouts',
  summary: 'List the providers that pay creators out, with the state of the account at each',
  access: 'streamer',
  perMinute: 60,
  response: z.object({ accounts: z.array(payoutAccount) }),
});

export const onboardPayoutAccount = endpoint({
  method: 'POST',
  path: '/api/me/payout-accounts/:provider/onboarding',
  tag: 'payouts',
  summary: 'Start or continue onboarding on the provider’s page',
  access: 'streamer',
  recentProof: true,
  params: byPayoutProvider,
  body: z.object({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Use a country code of two letters, such as DE.')
      .nullable()
      .describe('The country of a new account, if the state of the accounts names `countries`'),
  }),
  perMinute: 10,
  response: z.object({ url: z.string() }),
});

export const choosePayoutAccount = endpoint({
  method: 'PUT',
  path: '/api/me/payout-accounts/:provider/choice',
  tag: 'payouts',
  summary: 'Have payouts sent to the account at this provider, which must be ready',
  access: 'streamer',
  recentProof: true,
  params: byPayoutProvider,
  response: z.void(),
});

export const deletePayoutAccount = endpoint({
  method: 'DELETE',
  path: '/api/me/payout-accounts/:provider',
  tag: 'payouts',
  summary: 'Disconnect the account at a provider. Payouts that were requested are still sent to it',
  access: 'streamer',
  recentProof: true,
  params: byPayoutProvider,
  response: z.void(),
});

export const exportPayouts = endpoint({
  ...csvExport,
  path: '/api/me/payouts.csv',
  tag: 'payouts',
  summary: 'Export the signed-in streamer’s payouts as CSV',
  access: 'streamer',
  query: payoutFilter,
});

export const adminPayout = payout.extend({ streamer: streamerSummary.nullable() });
export type AdminPayout = z.infer<typeof adminPayout>;

export const listAllPayouts = endpoint({
  method: 'GET',
  path: '/api/admin/payouts',
  tag: 'payouts',
  summary: `List all payouts, ${MONEY_PAGE_SIZE} per page`,
  access: 'admin',
  query: payoutFilter.extend(pageQuery.shape),
  response: pageOf(adminPayout),
});

export const exportAllPayouts = endpoint({
  ...csvExport,
  path: '/api/admin/payouts.csv',
  tag: 'payouts',
  summary: 'Export all payouts as CSV',
  access: 'admin',
  query: payoutFilter,
});

export const completePayout = endpoint({
  method: 'POST',
  path: '/api/admin/payouts/:id/complete',
  tag: 'payouts',
  summary: 'Mark a payout as paid by bank transfer',
  access: 'admin',
  recentProof: true,
  params: byId,
  body: z.object({
    reference: z
      .string()
      .trim()
      .min(1, 'Enter the reference of the bank transfer.')
      .max(255, 'Use at most 255 characters.'),
  }),
  response: adminPayout,
});

export const failPayout = endpoint({
  method: 'POST',
  path: '/api/admin/payouts/:id/fail',
  tag: 'payouts',
  summary: 'Mark a payout as failed, which returns it to the creator’s balance',
  access: 'admin',
  recentProof: true,
  params: byId,
  body: z.object({
    reason: z
      .string()
      .trim()
      .min(1, 'Enter the reason. The creator sees it.')
      .max(500, 'Use at most 500 characters.'),
  }),
  response: adminPayout,
});
