/** Charges and their refunds, for admins. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { endpoint } from '../shared/endpoint.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import {
  CHARGE_STATUSES,
  DISPUTE_STATUSES,
  PURPOSES,
  REFUND_REASON_MAX,
  REFUND_STATUSES,
} from './constants.ts';
import { amount, bookedOn, currency, MONEY_PAGE_SIZE, moment, providerName } from './fields.ts';

export const adminCharge = z.object({
  id: z.uuid(),
  provider: providerName,
  paymentId: z.string().describe('The id of the payment at the provider'),
  purpose: z.enum(PURPOSES),
  amount,
  platformFee: amount,
  netAmount: amount,
  takenBack: amount.describe('The part of the amount that was refunded, disputed or reversed'),
  returnedFee: amount.describe('The fee of the part that was taken back'),
  currency,
  status: z.enum(CHARGE_STATUSES),
  heldBy: z.enum(['platform', 'creator_net', 'creator_gross']).describe('The party that received the money'),
  capturedAt: moment,
  payer: streamerSummary
    .nullable()
    .describe('Null if anonymous, if it was paid without an account, or if the account was deleted'),
  isAnonymous: z.boolean(),
  creator: streamerSummary.nullable().describe('Null if the account was deleted'),
});
export type AdminCharge = z.infer<typeof adminCharge>;

export const chargeFilter = z.object({
  q: z
    .string()
    .trim()
    .max(255)
    .optional()
    .describe(
      'A username or email address, an amount such as 12.50, or the id of a payment, refund or dispute',
    ),
  status: z.enum(CHARGE_STATUSES).optional(),
  purpose: z.enum(PURPOSES).optional(),
  ...bookedOn.shape,
});
export type ChargeFilter = z.output<typeof chargeFilter>;

export const listCharges = endpoint({
  method: 'GET',
  path: '/api/admin/charges',
  tag: 'payments',
  summary: `List what was charged, newest first, ${MONEY_PAGE_SIZE} per page`,
  access: 'admin',
  query: chargeFilter.extend(pageQuery.shape),
  response: pageOf(adminCharge),
});

export const exportCharges = endpoint({
  ...csvExport,
  path: '/api/admin/charges.csv',
  tag: 'payments',
  summary: 'Export what was charged as CSV',
  access: 'admin',
  query: chargeFilter,
});

export const adminRefund = z.object({
  id: z.uuid(),
  chargeId: z.uuid(),
  amount,
  currency,
  reason: z.string(),
  status: z.enum(REFUND_STATUSES),
  requestedBy: streamerSummary.nullable().describe('Null: the instance, or a person at the provider'),
  requestedAt: moment,
  settledAt: moment.nullable(),
  byCreator: z.boolean().describe('The creator sends it, from their own wallet'),
  attempts: z.int().describe('The number of failed attempts to send it to the provider'),
  lastError: z.string().nullable(),
  nextAttemptAt: moment
    .nullable()
    .describe('When it is sent (again); null if it was sent, or the creator sends it'),
});
export type AdminRefund = z.infer<typeof adminRefund>;

export const adminDispute = z.object({
  id: z.uuid(),
  chargeId: z.uuid(),
  provider: providerName,
  disputeId: z.string().describe('The id of the dispute at the provider'),
  amount,
  currency,
  reason: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  openedAt: moment,
  settledAt: moment.nullable(),
  evidenceDueAt: moment.nullable(),
  evidence: z.string().nullable(),
  evidenceSubmittedAt: moment.nullable(),
  takesEvidence: z.boolean().describe('Whether evidence can be submitted here; otherwise at the provider'),
});
export type AdminDispute = z.infer<typeof adminDispute>;

export const chargeStep = z.object({
  at: moment,
  kind: z.string().describe('The kind of the ledger transaction, or `released`'),
  entries: z.array(
    z.object({
      account: z.string().describe('The kind of the account'),
      amount: z.int().describe('Minor units. Positive amounts are credits of the account’s owner'),
    }),
  ),
});

export const chargeDetails = adminCharge.extend({
  description: z.string().nullable().describe('The line on the payment page'),
  availableAt: moment.nullable().describe('When the creator can be paid out; null: when it is released'),
  releasedAt: moment.nullable(),
  refunds: z.array(adminRefund),
  disputes: z.array(adminDispute),
  steps: z.array(chargeStep).describe('The ledger transactions of the charge, oldest first'),
});
export type ChargeDetails = z.infer<typeof chargeDetails>;

export const getCharge = endpoint({
  method: 'GET',
  path: '/api/admin/charges/:id',
  tag: 'payments',
  summary: 'Get a charge with its refunds, disputes and ledger entries',
  access: 'admin',
  params: byId,
  response: chargeDetails,
});

const reason = z
  .string()
  .trim()
  .min(1, 'Enter a reason.')
  .max(REFUND_REASON_MAX, `Use at most ${REFUND_REASON_MAX} characters.`);

export const refundRequest = z.strictObject({
  id: z.uuid().describe('Made by the client; repeating the request changes nothing'),
  amount: z.int('Enter an amount.').min(1, 'Enter an amount.').describe('Minor units'),
  reason,
});
export type RefundRequest = z.output<typeof refundRequest>;

export const refundCharge = endpoint({
  method: 'POST',
  path: '/api/admin/charges/:id/refunds',
  tag: 'payments',
  summary: 'Refund a charge in full or in part. It is taken from the creator now, and sent by the provider',
  access: 'admin',
  recentProof: true,
  params: byId,
  body: refundRequest,
  response: z.void(),
});

export const closeRefund = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/:id/close',
  tag: 'payments',
  summary: 'Give up a refund that only a deleted creator could send. The payer is notified of the reason',
  access: 'admin',
  recentProof: true,
  params: byId,
  body: z.object({ reason }),
  response: z.void(),
});

const listed = { payer: adminCharge.shape.payer, creator: adminCharge.shape.creator };

export const listedRefund = adminRefund.extend({ ...listed, provider: providerName });
export type ListedRefund = z.infer<typeof listedRefund>;

export const listRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/refunds',
  tag: 'payments',
  summary: `List refunds, newest first, ${MONEY_PAGE_SIZE} per page`,
  access: 'admin',
  query: pageQuery.extend({ status: z.enum(REFUND_STATUSES).optional() }),
  response: pageOf(listedRefund),
});
