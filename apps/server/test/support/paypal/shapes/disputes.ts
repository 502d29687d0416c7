/**
 * Disputes with the names of fields and the forms of values of PayPal's published specification
 * (github.com/paypal/paypal-rest-api-specifications at ec4d8f36, Apache License 2.0: customer_disputes_v1), from their
 * opening to each outcome. Fields about people and goods are left out.
 */
import type { Dispute, DisputeSearch } from '#features/payments/providers/paypal/paypal-types.ts';
import { capture, link, usd } from './payments.ts';

const DISPUTE_ID = 'PP-D-27803';
const URL_OF = `https://api-m.paypal.com/v1/customer/disputes/${DISPUTE_ID}`;

/** A dispute at its opening: the payer writes to the seller first. */
export const inquiry = {
  dispute_id: DISPUTE_ID,
  create_time: '2018-09-20T06:58:42.000Z',
  update_time: '2018-09-20T06:58:43.000Z',
  disputed_transactions: [
    {
      buyer_transaction_id: '3BC38643YC807283D',
      seller_transaction_id: capture.id,
      reference_id: '5O190127TN364715T',
      create_time: '2018-09-11T23:24:19.000Z',
      transaction_status: 'COMPLETED',
      gross_amount: usd('12.50'),
      invoice_number: capture.invoice_id,
      custom: capture.custom_id,
    },
  ],
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: 'OPEN',
  dispute_amount: usd('12.50'),
  external_reason_code: '4837',
  dispute_life_cycle_stage: 'INQUIRY',
  dispute_channel: 'INTERNAL',
  messages: [{ posted_by: 'BUYER', time_posted: '2018-09-20T06:58:52.000Z', content: 'Hello' }],
  refund_details: { allowed_refund_amount: usd('12.50') },
  money_movements: [],
  adjudications: [],
  evidences: [],
  links: [
    link('self', 'GET', URL_OF),
    link('send_message', 'POST', `${URL_OF}/send-message`),
    link('accept_claim', 'POST', `${URL_OF}/accept-claim`),
  ],
} as const satisfies Dispute;

/** A claim that waits for the seller. */
export const claim = {
  ...inquiry,
  status: 'WAITING_FOR_SELLER_RESPONSE',
  dispute_life_cycle_stage: 'CHARGEBACK',
  seller_response_due_date: '2018-10-05T06:58:42.000Z',
  links: [link('self', 'GET', URL_OF), link('provide_evidence', 'POST', `${URL_OF}/provide-evidence`)],
} as const satisfies Dispute;

export const waitingForBuyer = {
  ...claim,
  status: 'WAITING_FOR_BUYER_RESPONSE',
  buyer_response_due_date: '2018-10-05T06:58:42.000Z',
} as const satisfies Dispute;

export const underReview = { ...claim, status: 'UNDER_REVIEW' } as const satisfies Dispute;

/** @param outcome the decision of PayPal */
const resolved = <Outcome extends NonNullable<Dispute['dispute_outcome']>>(outcome: Outcome) =>
  ({
    ...claim,
    status: 'RESOLVED',
    update_time: '2018-10-01T10:00:00.000Z',
    dispute_outcome: outcome,
    money_movements: [
      {
        affected_party: 'SELLER',
        amount: usd('12.50'),
        initiated_time: '2018-10-01T10:00:00.000Z',
        type: 'DEBIT',
        reason: 'DISPUTE_SETTLEMENT',
      },
    ],
    adjudications: [{ type: 'PAYOUT_TO_BUYER', adjudication_time: '2018-10-01T10:00:00.000Z' }],
    links: [link('self', 'GET', URL_OF), link('appeal', 'POST', `${URL_OF}/appeal`)],
  }) as const satisfies Dispute;

export const lost = resolved({ outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: usd('12.50') });
export const partlyLost = resolved({ outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: usd('5.00') });
/** The seller has accepted the claim. */
export const accepted = resolved({ outcome_code: 'ACCEPTED', amount_refunded: usd('12.50') });
export const won = resolved({ outcome_code: 'RESOLVED_SELLER_FAVOUR' });
/** PayPal has paid the payer itself. */
export const paidByPaypal = resolved({ outcome_code: 'RESOLVED_WITH_PAYOUT', amount_refunded: usd('12.50') });
export const canceledByBuyer = resolved({ outcome_code: 'CANCELED_BY_BUYER' });
export const denied = resolved({ outcome_code: 'DENIED' });

/** Lists contain no transactions and no outcomes. */
export const list = {
  items: [
    {
      dispute_id: DISPUTE_ID,
      create_time: '2018-09-20T06:58:42.000Z',
      update_time: '2018-09-20T06:58:43.000Z',
      reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      status: 'OPEN',
      dispute_state: 'OPEN_INQUIRIES',
      dispute_amount: usd('12.50'),
      dispute_life_cycle_stage: 'INQUIRY',
      dispute_channel: 'INTERNAL',
      seller_response_due_date: '2018-10-05T06:58:42.000Z',
      links: [link('self', 'GET', URL_OF)],
    },
  ],
  links: [link('self', 'GET', 'https://api-m.paypal.com/v1/customer/disputes?page_size=10')],
} as const satisfies DisputeSearch;
