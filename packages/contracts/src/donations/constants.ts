/** Filters and sort orders without schemas, so that pages that need only these load no zod. */

export const DONATION_STATUSES = ['completed', 'refunded', 'disputed'] as const;
export type DonationStatus = (typeof DONATION_STATUSES)[number];
export const DONATION_SORTS = ['createdAt', 'amount'] as const;
export type DonationSort = (typeof DONATION_SORTS)[number];

/** The suggested amounts of channels that have chosen none. */
export const DONATION_PRESETS: readonly number[] = [300, 500, 1000, 2500];
export const DONATION_PRESETS_MAX = 6;
export const GOAL_TITLE_MAX = 80;
export const GOAL_MAX_CENTS = 100_000_000;

/** The look and sound of alerts on a stream. */
export const ALERT_TEXT_MAX = 100;
export const ALERT_SOUNDS = ['chime', 'drop', 'fanfare', 'none'] as const;
export type AlertSound = (typeof ALERT_SOUNDS)[number];
export const ALERT_PLACES = ['top', 'center', 'bottom'] as const;
export const ALERT_SIZES = ['small', 'medium', 'large'] as const;
export const ALERT_BACKGROUNDS = ['dark', 'light', 'none'] as const;
