/** Converts objects of Stripe to facts. */
import type { z } from 'zod';
import type { CapturedFact, ProviderFact, RefundFact } from '../provider.ts';
import {
  type Account,
  type charge,
  type dispute,
  type Invoice,
  METADATA,
  type PaymentIntent,
  type refund,
  type Subscription,
  type Transfer,
} from './stripe-objects.ts';

type Charge = z.output<typeof charge>;

export const isCaptured = (of: Charge): boolean => of.status === 'succeeded' && of.captured;

/** The checkout and subscription that a payment belongs to. */
export interface PaymentOrigin {
  readonly checkoutId: string;
  readonly subscription: CapturedFact['subscription'];
}

export function capturedFact(payment: PaymentIntent, origin: PaymentOrigin): readonly CapturedFact[] {
  const { latest_charge: latest } = payment;
  if (payment.status !== 'succeeded' || !latest || !isCaptured(latest)) return [];
  return [
    {
      kind: 'captured',
      ...origin,
      paymentId: payment.id,
      amountCents: payment.amount_received,
      currency: payment.currency,
      heldBy: latest.transfer ? 'creator_net' : 'platform',
      capturedAt: latest.created,
    },
  ];
}

/** The checkout and period of an invoice of a subscription, or null if it is not of this instance. */
export function invoiceOrigin(of: Invoice): PaymentOrigin | null {
  const details = of.parent?.subscription_details;
  const checkoutId = details?.metadata?.[METADATA.checkout];
  // Prorations come before the line of the paid cycle.
  const last = of.lines.data.toSorted((a, b) => a.period.end.getTime() - b.period.end.getTime()).at(-1);
  if (!details || checkoutId === undefined || !last) return null;
  const { start: periodStart, end: periodEnd } = last.period;
  return { checkoutId, subscription: { subscriptionId: details.subscription, periodStart, periodEnd } };
}

const REFUND_STATUSES: Readonly<Record<string, 'succeeded' | 'failed'>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export function refundFact(paymentId: string, of: z.output<typeof refund>): RefundFact {
  return {
    kind: 'refund',
    paymentId,
    refundId: of.id,
    requestId: of.metadata?.[METADATA.refund] ?? null,
    amountCents: of.amount,
    status: REFUND_STATUSES[of.status ?? ''] ?? 'pending',
    occurredAt: of.created,
  };
}

/** Leaves out inquiries (`warning_...`) and prevented disputes, which withhold no money. */
const DISPUTE_STATUSES: Readonly<Record<string, 'open' | 'won' | 'lost'>> = {
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
};

export function disputeFact(paymentId: string, of: z.output<typeof dispute>): readonly ProviderFact[] {
  const status = DISPUTE_STATUSES[of.status];
  if (!status) return [];
  return [
    {
      kind: 'dispute',
      paymentId,
      disputeId: of.id,
      amountCents: of.amount,
      status,
      reason: of.reason,
      evidenceDueAt: of.evidence_details.due_by,
      occurredAt: of.created,
    },
  ];
}

/** Leaves out subscriptions whose first payment is still due. */
const SUBSCRIPTION_STATUSES: Readonly<Record<string, 'trialing' | 'active' | 'past_due' | 'canceled'>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
};

/**
 * Whether the subscription ends with its period. The customer portal sets the date instead of the flag. A later date
 * was set by an admin, in the Dashboard.
 */
export const endsWithPeriod = (of: Subscription): boolean =>
  of.cancel_at_period_end || (of.cancel_at !== null && of.cancel_at <= of.items.data[0].current_period_end);

export function subscriptionFact(of: Subscription): readonly ProviderFact[] {
  const status = SUBSCRIPTION_STATUSES[of.status];
  const checkoutId = of.metadata[METADATA.checkout];
  const [item] = of.items.data;
  const { unit_amount: amountCents, recurring } = item.price;
  if (!status || checkoutId === undefined || amountCents === null) return [];
  return [
    {
      kind: 'subscription',
      checkoutId,
      subscriptionId: of.id,
      status,
      cycle: recurring?.interval === 'year' ? 'yearly' : 'monthly',
      amountCents,
      periodStart: item.current_period_start,
      periodEnd: item.current_period_end,
      trialEnd: of.trial_end,
      cancelAtPeriodEnd: endsWithPeriod(of),
      // A customer has one subscription, so that a negative balance is its credit.
      creditCents: Math.max(0, -of.customer.balance),
    },
  ];
}

export function accountFact(of: Account): ProviderFact {
  const { currently_due: due, errors } = of.requirements ?? {};
  const words = (due ?? []).map((code) => code.replaceAll(/[._]/g, ' '));
  return {
    kind: 'account',
    account: of.id,
    isReady: of.capabilities?.transfers === 'active' && of.payouts_enabled,
    requirements: [
      ...(errors ?? []).map(({ reason }) => reason),
      ...words.map((word) => `Stripe still needs: ${word}.`),
    ],
  };
}

export function payoutFact(of: Transfer): readonly ProviderFact[] {
  const payoutId = of.metadata[METADATA.payout];
  if (payoutId === undefined) return [];
  return [
    {
      kind: 'payout',
      payoutId,
      reference: of.id,
      status: of.reversed ? 'failed' : 'completed',
      reason: of.reversed ? 'The transfer was reversed at Stripe.' : null,
      occurredAt: of.created,
    },
  ];
}
