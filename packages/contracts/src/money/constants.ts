/** Filters and sort orders without schemas, so that pages that need only these load no zod. */
export const DONATION_STATUSES = ['completed', 'refunded', 'disputed'] as const;
export type DonationStatus = (typeof DONATION_STATUSES)[number];
export const DONATION_SORTS = ['createdAt', 'amount'] as const;
export type DonationSort = (typeof DONATION_SORTS)[number];

/** The name of a payment provider, such as `stripe`. The instance says which there are. */
export const PROVIDER_NAME = /^[a-z][a-z0-9]{1,31}$/;
export type PaymentProvider = string;
/** Moves test money only, and stands in for each way of paying until another provider is set up. */
export const SANDBOX = 'sandbox';
/** Sends payouts by bank transfer: an admin. */
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
 * Payments can be paid out this long after they were captured, tickets also not before their event has ended. The first
 * payout of a channel waits as long after its request.
 */
export const HOLDING_DAYS = 7;

export const PAYOUT_STATUSES = ['pending', 'completed', 'failed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
/** A payout is due this long after it was requested. */
export const PAYOUT_DUE_DAYS = 30;
/** A payout account is paid this long after it was connected, unless it is the creator's first and nothing was earned. */
export const PAYOUT_WAIT_HOURS = 72;
export const PAYOUT_MINIMUM_LIMITS = { minCents: 100, maxCents: 1_000_000 } as const;
export const PAYOUT_SORTS = ['dueDate', 'amount'] as const;
export type PayoutSort = (typeof PAYOUT_SORTS)[number];

export const SUBSCRIPTION_STATUSES = ['active', 'trialing', 'past_due', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
/** A period that has ended still counts for this long, in which the provider charges for the next one. */
export const RENEWAL_HOURS = 3;
/** A subscription is canceled after this long without a payment. */
export const PAST_DUE_DAYS = 14;
/** The subscriber is reminded after this long. */
export const PAST_DUE_REMINDER_DAYS = 7;
export const SUBSCRIBER_SORTS = ['createdAt', 'currentPeriodEnd'] as const;
export type SubscriberSort = (typeof SUBSCRIBER_SORTS)[number];

/** Tiers that a channel offers at the same time. */
export const TIERS_MAX = 12;
/** Tiers of a channel, archived ones included. */
export const TIERS_KEPT_MAX = 100;
export const TIER_PRICE_MIN_CENTS = 100;
export const TIER_PRICE_MAX_CENTS = 100_000;
export const TIER_PRICE_YEARLY_MAX_CENTS = 1_000_000;
export const TRIAL_DAYS_MAX = 90;
/** How long a gift can last. 12 months cost the yearly price. */
export const GIFT_MONTHS = [1, 3, 6, 12] as const;
export type GiftMonths = (typeof GIFT_MONTHS)[number];
export const BENEFITS_MAX = 12;

export const EVENT_STATUSES = ['draft', 'published', 'live', 'ended', 'canceled'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];
export const EVENT_SORTS = ['eventDate', 'totalTicketsSold', 'totalRevenueCents'] as const;
export type EventSort = (typeof EVENT_SORTS)[number];
export const EVENT_PRICE_MIN_CENTS = 100;
export const EVENT_PRICE_MAX_CENTS = 100_000;
/** How long before a paid event the streams of its channel are for its ticket holders. */
export const EVENT_DOORS_MINUTES = 30;

export const EVENT_MINUTES_MAX = 24 * 60;
export const EVENT_CAPACITY_MAX = 1_000_000;
/** Drafts and upcoming events per channel. */
export const EVENTS_OPEN_MAX = 100;

export const TICKET_STATUSES = ['reserved', 'valid', 'refunded'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** A way of paying that people choose, by the name of its provider. */
export type PaymentMethod = PaymentProvider;

export const PURPOSES = ['donation', 'ticket', 'subscription', 'gift'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Disputed: the bank withholds it until it is decided. Lost: the bank has returned it to the payer. */
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
/** The amounts that are suggested where a channel chose none. */
export const DONATION_PRESETS: readonly number[] = [300, 500, 1000, 2500];
export const DONATION_PRESETS_MAX = 6;
export const GOAL_TITLE_MAX = 80;
export const GOAL_MAX_CENTS = 100_000_000;

/** How alerts on a stream look and sound. */
export const ALERT_TEXT_MAX = 100;
export const ALERT_SOUNDS = ['chime', 'drop', 'fanfare', 'none'] as const;
export type AlertSound = (typeof ALERT_SOUNDS)[number];
export const ALERT_PLACES = ['top', 'center', 'bottom'] as const;
export const ALERT_SIZES = ['small', 'medium', 'large'] as const;
export const ALERT_BACKGROUNDS = ['dark', 'light', 'none'] as const;

export const PROVIDER_EVENT_STATUSES = ['received', 'processed', 'failed'] as const;
export type ProviderEventStatus = (typeof PROVIDER_EVENT_STATUSES)[number];
