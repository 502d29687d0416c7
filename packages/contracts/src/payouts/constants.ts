/** Filters and sort orders without schemas, so that pages that need only these load no zod. */

export const PAYOUT_STATUSES = ['pending', 'completed', 'failed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
/** A payout is due this long after it was requested. */
export const PAYOUT_DUE_DAYS = 30;
/**
 * A payout account is paid this long after it was connected, unless it is the creator's first and there were no
 * earnings.
 */
export const PAYOUT_WAIT_HOURS = 72;
export const PAYOUT_MINIMUM_LIMITS = { minCents: 100, maxCents: 1_000_000 } as const;
export const PAYOUT_SORTS = ['dueDate', 'amount'] as const;
export type PayoutSort = (typeof PAYOUT_SORTS)[number];
