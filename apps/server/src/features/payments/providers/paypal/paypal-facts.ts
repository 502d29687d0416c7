/** Converts objects of PayPal to facts. */
import { DAY_MS } from '#platform/durations.ts';
import { periodAfter } from '../billing-period.ts';
import type { CapturedFact, ProviderFact, RefundFact } from '../provider.ts';
import {
  type Capture,
  type Dispute,
  type Order,
  ownId,
  type PayoutBatch,
  type Plan,
  type Refund,
  type Sale,
  type SaleRefund,
  type Subscription,
  type Transaction,
} from './paypal-objects.ts';

/** The reference of a payment page. It contains the checkout, since PayPal forgets orders that were not paid. */
export const referenceOf = (id: string, checkoutId: string): string => `${id}:${checkoutId}`;

/** This program's status for a payment of a subscription that is pending because of a dispute. */
export const DISPUTED = 'DISPUTED';
const CAPTURED = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', DISPUTED];
const COMPLAINTS = ['BUYER_COMPLAINT', 'CHARGEBACK'];

type Origin = Pick<CapturedFact, 'checkoutId' | 'subscription'>;

const capturedFact = (
  { id, amount, at }: { id: string; amount: Capture['amount']; at: Date },
  origin: Origin,
): CapturedFact => ({
  kind: 'captured',
  ...origin,
  paymentId: id,
  amountCents: amount.cents,
  currency: amount.currency,
  heldBy: 'platform',
  capturedAt: at,
});

/** A payment that was complete before, and whose money PayPal withholds or has taken back because of a dispute. */
export const isDisputed = ({ status_details: details }: Capture): boolean =>
  COMPLAINTS.includes(details?.reason ?? '');
export const isDisputedSale = ({ reason_code: reason }: Sale): boolean => COMPLAINTS.includes(reason ?? '');

/** Closing an order changes its intent to this one, after which PayPal no longer captures it. */
export const CLOSED_INTENT = 'AUTHORIZE';

/** The capture of an order and its refunds, or the end of its payment page. */
export function orderFacts(order: Order): readonly ProviderFact[] {
  const [{ custom_id: customId, payments }] = order.purchase_units;
  const checkoutId = ownId('checkout', customId);
  if (checkoutId === null) return [];
  const closed = (outcome: 'failed' | 'expired', reason: string | null): ProviderFact[] => [
    { kind: 'checkout_closed', checkoutId, outcome, reason },
  ];
  const [capture] = payments.captures;
  if (!capture) {
    const isClosed = order.status === 'VOIDED' || order.intent === CLOSED_INTENT;
    return isClosed ? closed('expired', null) : [];
  }
  if ((capture.status === 'DECLINED' || capture.status === 'FAILED') && !isDisputed(capture)) {
    return closed('failed', 'PayPal could not complete the payment. Choose another way to pay.');
  }
  // A pending capture, such as one under review, is completed or declined later.
  if (!CAPTURED.includes(capture.status) && !isDisputed(capture)) return [];
  const { id, amount, create_time: at } = capture;
  return [
    capturedFact({ id, amount, at }, { checkoutId, subscription: null }),
    ...payments.refunds.map((refund) => refundFact(id, refund)),
  ];
}

const REFUND_STATUSES: Readonly<Record<string, 'succeeded' | 'failed'>> = {
  COMPLETED: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

export const refundFact = (paymentId: string, refund: Refund): RefundFact => ({
  kind: 'refund',
  paymentId,
  refundId: refund.id,
  requestId: ownId('refund', refund.custom_id),
  amountCents: refund.amount.cents,
  status: REFUND_STATUSES[refund.status] ?? 'pending',
  occurredAt: refund.create_time,
});

export const saleRefundFact = (refund: SaleRefund): RefundFact => ({
  kind: 'refund',
  paymentId: refund.sale_id,
  refundId: refund.id,
  requestId: ownId('refund', refund.invoice_number),
  amountCents: refund.amount.cents,
  status: REFUND_STATUSES[refund.state.toUpperCase()] ?? 'pending',
  occurredAt: refund.create_time,
});

/** PayPal includes what the seller has refunded. */
function lostCentsOf({ dispute_amount: amount, dispute_outcome: outcome }: Dispute): number | undefined {
  const refunded = outcome?.amount_refunded;
  return refunded?.currency === amount.currency ? Math.min(refunded.cents, amount.cents) : undefined;
}

/** Outcomes that leave the money with the platform. All others take it. */
const WON = ['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'DENIED', 'NONE'];

export const disputeFact = (paymentId: string, dispute: Dispute): ProviderFact => ({
  kind: 'dispute',
  paymentId,
  disputeId: dispute.dispute_id,
  amountCents: dispute.dispute_amount.cents,
  status:
    dispute.status !== 'RESOLVED'
      ? 'open'
      : WON.includes(dispute.dispute_outcome?.outcome_code ?? '')
        ? 'won'
        : 'lost',
  lostCents: lostCentsOf(dispute),
  settledByRefunds: true,
  reason: dispute.reason.toLowerCase(),
  evidenceDueAt: dispute.seller_response_due_date ?? null,
  occurredAt: dispute.create_time,
  settledAt: dispute.update_time,
});

const PAYOUT_STATUSES: Readonly<Record<string, 'completed' | 'failed'>> = {
  SUCCESS: 'completed',
  BLOCKED: 'failed',
  CANCELED: 'failed',
  DENIED: 'failed',
  FAILED: 'failed',
  REFUNDED: 'failed',
  RETURNED: 'failed',
  REVERSED: 'failed',
};
const REASON_MAX = 200;

export function payoutFact({ batch_header: batch, items: [item] }: PayoutBatch): readonly ProviderFact[] {
  const payoutId = batch.sender_batch_header.sender_batch_id;
  if (payoutId === undefined) return [];
  const status = PAYOUT_STATUSES[item?.transaction_status ?? ''];
  // A batch that is denied as a whole has no items.
  const isDenied = batch.batch_status === 'DENIED' || batch.batch_status === 'CANCELED';
  const isFailed = status === 'failed' || isDenied;
  return [
    {
      kind: 'payout',
      payoutId,
      reference: batch.payout_batch_id,
      status: isFailed ? 'failed' : (status ?? 'pending'),
      reason: isFailed
        ? (item?.errors?.message.slice(0, REASON_MAX) ?? 'PayPal did not pay this out.')
        : null,
      occurredAt: item?.time_processed ?? batch.time_created,
    },
  ];
}

export const cycleOf = (plan: Plan): 'monthly' | 'yearly' =>
  plan.billing_cycles.some(({ frequency }) => frequency.interval_unit === 'YEAR') ? 'yearly' : 'monthly';

/**
 * The status of a subscription. Suspended and canceled ones end with the paid period: this instance suspends a
 * subscription so that it can be resumed, and payers cancel it at PayPal, which announces no end.
 */
function statusOf({ status, billing_info: billing }: Subscription, periodEnd: Date, now: Date) {
  const isFailing = (billing?.failed_payments_count ?? 0) > 0;
  if (isFailing) return status === 'ACTIVE' || status === 'SUSPENDED' ? 'past_due' : 'canceled';
  return status !== 'ACTIVE' && periodEnd <= now ? 'canceled' : 'active';
}

/** All payments of a subscription, and its state in the period that was paid last. */
export function subscriptionFacts(
  subscription: Subscription,
  plan: Plan,
  payments: readonly Transaction[],
  now: Date,
): readonly ProviderFact[] {
  const { id: subscriptionId, custom_id: customId, start_time: start, status } = subscription;
  const checkoutId = ownId('checkout', customId);
  if (checkoutId === null) return [];
  const cycle = cycleOf(plan);
  // A payer can start subscriptions with the client ID of the app, which is in PayPal's pages, and name any checkout.
  const openedBy = referenceOf(subscriptionId, checkoutId);
  const captured = payments
    .filter((payment) => CAPTURED.includes(payment.status))
    .toSorted((a, b) => a.time.getTime() - b.time.getTime())
    .map(({ id, time: at, amount_with_breakdown: { gross_amount: amount } }) => {
      const periodEnd = periodAfter(at, cycle);
      const period = { subscriptionId, openedBy, isWholePeriod: true as const, periodStart: at, periodEnd };
      return {
        ...capturedFact({ id, amount, at }, { checkoutId, subscription: period }),
        subscription: period,
      };
    });
  const last = captured.at(-1);
  const trial = plan.billing_cycles.find(({ tenure_type: type }) => type === 'TRIAL');
  const trialEnd = trial ? new Date(start.getTime() + trial.frequency.interval_count * DAY_MS) : null;
  const { periodStart, periodEnd } = last?.subscription ?? { periodStart: start, periodEnd: trialEnd };
  const price = plan.billing_cycles.find(({ tenure_type: type }) => type === 'REGULAR')?.pricing_scheme;
  const amountCents = last?.amountCents ?? price?.fixed_price.cents;
  // Before the first payment there is no fact, unless the payer never agreed.
  if (status === 'APPROVAL_PENDING' || status === 'APPROVED' || !periodEnd || amountCents === undefined) {
    const isClosed = plan.status === 'INACTIVE';
    return isClosed ? [{ kind: 'checkout_closed', checkoutId, outcome: 'expired', reason: null }] : captured;
  }
  // The plan of a closed payment page is inactive. If the payer agreed anyway, the subscription is canceled and
  // refunded.
  const state = plan.status === 'INACTIVE' ? 'canceled' : statusOf(subscription, periodEnd, now);
  return [
    ...captured,
    {
      kind: 'subscription',
      checkoutId,
      subscriptionId,
      openedBy,
      status: state === 'active' && !last ? 'trialing' : state,
      cycle,
      amountCents,
      periodStart,
      periodEnd,
      trialEnd,
      cancelAtPeriodEnd: status !== 'ACTIVE' && state === 'active',
      // PayPal does not prorate.
      creditCents: 0,
    },
  ];
}
