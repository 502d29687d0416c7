/** Filters and sort orders without schemas, so that pages that need only these load no zod. */

export const SUBSCRIPTION_STATUSES = ['active', 'trialing', 'past_due', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
/** A period that has ended still counts for this long, while the provider charges for the next one. */
export const RENEWAL_HOURS = 3;
/** A subscription is canceled after this long without a payment. */
export const PAST_DUE_DAYS = 14;
/** The subscriber is reminded after this long. */
export const PAST_DUE_REMINDER_DAYS = 7;
export const SUBSCRIBER_SORTS = ['createdAt', 'currentPeriodEnd'] as const;
export type SubscriberSort = (typeof SUBSCRIBER_SORTS)[number];

/** The number of tiers that a channel can offer at the same time. */
export const TIERS_MAX = 12;
/** The number of tiers of a channel, archived ones included. */
export const TIERS_KEPT_MAX = 100;
export const TIER_PRICE_MIN_CENTS = 100;
export const TIER_PRICE_MAX_CENTS = 100_000;
export const TIER_PRICE_YEARLY_MAX_CENTS = 1_000_000;
export const TRIAL_DAYS_MAX = 90;
export const BENEFITS_MAX = 12;
