/** A person's payments, with receipts. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { CHARGE_STATUSES, PURPOSES } from '../payments/constants.ts';
import { amount, currency, MONEY_PAGE_SIZE, moment, providerName } from '../payments/fields.ts';
import { endpoint } from '../shared/endpoint.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';

const payment = z.object({
  id: z.uuid(),
  receiptNumber: z.string().describe('Numbers the receipts of a year without gaps, such as 2026-00042'),
  purpose: z.enum(PURPOSES),
  description: z.string().nullable().describe('The line on the payment page, such as "Donation to Ada"'),
  creator: streamerSummary.nullable().describe('Null if the account was deleted'),
  amount,
  refundedAmount: amount.describe('Requested refunds included'),
  currency,
  status: z.enum(CHARGE_STATUSES),
  provider: providerName,
  isTest: z.boolean().describe('Whether no real money was moved'),
  paidAt: moment,
});
export type Payment = z.infer<typeof payment>;

export const paymentFilter = z.object({ purpose: z.enum(PURPOSES).optional() });
export type PaymentFilter = z.infer<typeof paymentFilter>;

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/me/payments',
  tag: 'payouts',
  summary: `List what the user has paid, newest first, ${MONEY_PAGE_SIZE} per page`,
  access: 'viewer',
  query: paymentFilter.extend(pageQuery.shape),
  response: pageOf(payment),
});

export const exportPayments = endpoint({
  ...csvExport,
  path: '/api/me/payments.csv',
  tag: 'payouts',
  summary: 'Export what the user has paid as CSV',
  access: 'viewer',
  query: paymentFilter,
});

export const receipt = payment.extend({
  issuer: z.string().describe('Name and address, in lines'),
  payer: z.object({ displayName: z.string(), email: z.string() }),
  paymentId: z.string().describe('The id of the payment at the provider'),
  refunds: z.array(
    z.object({ at: moment, amount, status: z.enum(['pending', 'succeeded', 'failed']), reason: z.string() }),
  ),
});
export type Receipt = z.infer<typeof receipt>;

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/me/payments/:id/receipt',
  tag: 'payouts',
  summary: 'Get the receipt of a payment that the user made',
  access: 'viewer',
  params: byId,
  response: receipt,
});
