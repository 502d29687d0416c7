/** Filters and sort orders without schemas, so that pages that need only these load no zod. */

/** The name of a payment provider, such as `stripe`. The instance lists them. */
export const PROVIDER_NAME = /^[a-z][a-z0-9]{1,31}$/;
export type PaymentProvider = string;
/** The provider of test money, which stands in for each payment method until another provider is set up. */
export const SANDBOX = 'sandbox';
/** The sender of payouts by bank transfer: an admin. */
export const MANUAL = 'manual';

/** The currencies that an instance can use; each has two decimals. */
export const CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'CHF',
  'CAD',
  'AUD',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
] as const;
export type Currency = (typeof CURRENCIES)[number];

/** The highest platform fee, in hundredths of a percent. */
export const PLATFORM_FEE_MAX_BASIS_POINTS = 5000;

/**
 * Payments become available this long after their capture, tickets only after the end of their event. The first payout
 * of a channel waits as long after its request.
 */
export const HOLDING_DAYS = 7;

/** How long a gift can last. 12 months cost the yearly price. */
export const GIFT_MONTHS = [1, 3, 6, 12] as const;
export type GiftMonths = (typeof GIFT_MONTHS)[number];
/** A payment method, by the name of its provider. */
export type PaymentMethod = PaymentProvider;

export const PURPOSES = ['donation', 'ticket', 'subscription', 'gift'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Disputed: the bank withholds the amount until its decision. Lost: the bank has returned it to the payer. */
export const CHARGE_STATUSES = [
  'captured',
  'partially_refunded',
  'refunded',
  'disputed',
  'lost',
  'reversed',
] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];
/** A pending refund is requested, and not yet confirmed by the provider. */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
export const REFUND_REASON_MAX = 500;
export const DISPUTE_EVIDENCE_MAX = 5000;

export const RECONCILIATION_STATUSES = ['running', 'completed', 'failed'] as const;
export type ReconciliationStatus = (typeof RECONCILIATION_STATUSES)[number];
/** How a payment can differ between its provider and the ledger. */
export const DIFFERENCE_KINDS = ['not_booked', 'not_listed', 'amount', 'currency', 'refunded'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];
export const RECONCILIATION_MAX_DAYS = 366;

export const CHECKOUT_STATUSES = ['open', 'paid', 'failed', 'expired', 'canceled'] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** Limits of a donation in minor units; currencies of an instance have two decimals. */
export const DONATION_MIN_CENTS = 100;
export const DONATION_MAX_CENTS = 100_000;
export const DONATION_MESSAGE_MAX = 200;
export const PROVIDER_EVENT_STATUSES = ['received', 'processed', 'failed'] as const;
export type ProviderEventStatus = (typeof PROVIDER_EVENT_STATUSES)[number];
