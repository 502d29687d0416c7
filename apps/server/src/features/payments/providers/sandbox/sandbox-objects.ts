/** The kinds of objects that the sandbox keeps, like those of a real provider's API. */
import { z } from 'zod';

const cents = z.int().nonnegative();
const date = z.coerce.date();
const cycle = z.enum(['monthly', 'yearly']);

export interface Kind<State extends object> {
  readonly name: string;
  /** The prefix of ids of this kind. */
  readonly prefix: string;
  readonly schema: z.ZodType<State>;
}

const defineKind = <State extends object>(
  name: string,
  prefix: string,
  schema: z.ZodType<State>,
): Kind<State> => ({ name, prefix, schema });

/** A payment page. */
export const SESSION = defineKind(
  'session',
  'cs',
  z.object({
    checkoutId: z.string(),
    method: z.string(),
    description: z.string(),
    amountCents: cents,
    currency: z.string(),
    account: z.string().nullable(),
    subscription: z.object({ cycle, trialDays: z.int() }).nullable(),
    statusUrl: z.string(),
    cancelUrl: z.string(),
    expiresAt: date,
    status: z.enum(['open', 'paid', 'failed', 'expired', 'canceled']),
    reason: z.string().nullable(),
  }),
);
export type Session = z.output<typeof SESSION.schema>;

/** A captured payment of a session. */
export const PAYMENT = defineKind(
  'payment',
  'pay',
  z.object({
    amountCents: cents,
    refundedCents: cents,
    currency: z.string(),
    heldBy: z.enum(['platform', 'creator_net', 'creator_gross']),
    subscription: z.object({ subscriptionId: z.string(), periodStart: date, periodEnd: date }).nullable(),
  }),
);
export type Payment = z.output<typeof PAYMENT.schema>;

export const REFUND = defineKind(
  'refund',
  're',
  z.object({ amountCents: cents, requestId: z.string().nullable() }),
);

export const DISPUTE = defineKind(
  'dispute',
  'dp',
  z.object({
    amountCents: cents,
    status: z.enum(['open', 'won', 'lost']),
    reason: z.string(),
    evidence: z.string(),
    evidenceDueAt: date,
    changedAt: date,
  }),
);
export type Dispute = z.output<typeof DISPUTE.schema>;

export const SUBSCRIPTION = defineKind(
  'subscription',
  'sub',
  z.object({
    status: z.enum(['trialing', 'active', 'past_due', 'canceled']),
    cycle,
    amountCents: cents,
    periodStart: date,
    periodEnd: date,
    trialEnd: date.nullable(),
    cancelAtPeriodEnd: z.boolean(),
    /** The remainder of a change to a lower price, which reduces the next payments. */
    creditCents: cents,
    /** Whether the payer's card is declined, as set on the portal. */
    declines: z.boolean(),
    failedAttempts: z.int(),
    lastChangeId: z.string().nullable(),
  }),
);
export type Subscription = z.output<typeof SUBSCRIPTION.schema>;

/** A creator's account. */
export const ACCOUNT = defineKind(
  'account',
  'acct',
  z.object({ isReady: z.boolean(), returnUrl: z.string(), payoutsFail: z.boolean() }),
);
export type Account = z.output<typeof ACCOUNT.schema>;

export const PAYOUT = defineKind(
  'payout',
  'po',
  z.object({
    payoutId: z.string(),
    account: z.string(),
    amountCents: cents,
    currency: z.string(),
    status: z.enum(['pending', 'completed', 'failed']),
    reason: z.string().nullable(),
    changedAt: date,
  }),
);
export type Payout = z.output<typeof PAYOUT.schema>;

/** Exists while the sandbox simulates an outage of its API. */
export const OUTAGE = defineKind('outage', 'out', z.object({ isDown: z.boolean() }));
