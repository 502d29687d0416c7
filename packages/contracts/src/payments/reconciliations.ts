/** Reports for admins that compare a payment provider's payments with the ledger. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { endpoint } from '../shared/endpoint.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import { DIFFERENCE_KINDS, RECONCILIATION_MAX_DAYS, RECONCILIATION_STATUSES } from './constants.ts';
import { amount, currency, MONEY_PAGE_SIZE, moment, providerName } from './fields.ts';

export const reconciliation = z.object({
  id: z.uuid(),
  provider: providerName,
  since: moment,
  until: moment.describe('Exclusive'),
  status: z.enum(RECONCILIATION_STATUSES),
  error: z.string().nullable().describe('Why the last attempt failed; it is repeated'),
  listed: z.int().describe('Payments that the provider listed so far'),
  listedAmounts: z
    .array(z.object({ currency: z.string(), amount }))
    .describe('Totals by currency, the ledger’s currency first'),
  booked: z.int().describe('Charges of the ledger that were compared so far'),
  bookedAmount: amount,
  currency,
  differences: z.int(),
  requestedBy: streamerSummary.nullable(),
  createdAt: moment,
  finishedAt: moment.nullable(),
});
export type Reconciliation = z.infer<typeof reconciliation>;

const DAY_MS = 86_400_000;

export const reconciliationRequest = z
  .strictObject({
    provider: providerName,
    since: z.iso.date('Choose a day.').describe('In UTC'),
    until: z.iso.date('Choose a day.').describe('Inclusive'),
  })
  .refine(({ since, until }) => since <= until, {
    path: ['until'],
    error: 'Choose a day after the first one.',
  })
  .refine(({ since, until }) => (Date.parse(until) - Date.parse(since)) / DAY_MS < RECONCILIATION_MAX_DAYS, {
    path: ['until'],
    error: `Choose at most ${RECONCILIATION_MAX_DAYS} days.`,
  });
export type ReconciliationRequest = z.output<typeof reconciliationRequest>;

export const startReconciliation = endpoint({
  method: 'POST',
  path: '/api/admin/reconciliations',
  tag: 'payments',
  summary: 'Compare a payment provider with the ledger. A job does it, and the report shows its progress',
  access: 'admin',
  body: reconciliationRequest,
  perMinute: 10,
  response: reconciliation,
});

export const listReconciliations = endpoint({
  method: 'GET',
  path: '/api/admin/reconciliations',
  tag: 'payments',
  summary: `List the reports that compare payment providers with the ledger, ${MONEY_PAGE_SIZE} per page`,
  access: 'admin',
  query: pageQuery,
  response: pageOf(reconciliation),
});

export const getReconciliation = endpoint({
  method: 'GET',
  path: '/api/admin/reconciliations/:id',
  tag: 'payments',
  summary: 'Get a report that compares a payment provider with the ledger',
  access: 'admin',
  params: byId,
  response: reconciliation,
});

export const difference = z.object({
  id: z.uuid(),
  kind: z.enum(DIFFERENCE_KINDS),
  paymentId: z.string(),
  chargeId: z.uuid().nullable().describe('Null if it is not booked'),
  capturedAt: moment,
  providerAmount: amount.nullable().describe('For the kind `refunded`, the refunded amount'),
  ledgerAmount: amount.nullable(),
  currency: z.string().describe('The currency at the provider'),
});
export type Difference = z.infer<typeof difference>;

export const listDifferences = endpoint({
  method: 'GET',
  path: '/api/admin/reconciliations/:id/differences',
  tag: 'payments',
  summary: `List what differs between a payment provider and the ledger, ${MONEY_PAGE_SIZE} per page`,
  access: 'admin',
  params: byId,
  query: pageQuery,
  response: pageOf(difference),
});

export const exportDifferences = endpoint({
  ...csvExport,
  path: '/api/admin/reconciliations/:id/differences.csv',
  tag: 'payments',
  summary: 'Export what differs between a payment provider and the ledger as CSV',
  access: 'admin',
  params: byId,
});
