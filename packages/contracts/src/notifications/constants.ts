/** Spec section 9; apart, so that the bell carries no zod. */

/** The list in the bell. */
export const NOTIFICATIONS_LIMIT = 20;

/** Counting stops here: the badge says '9+' above nine. */
export const UNREAD_MAX = 10;

/** How long one is kept that has been read; then it is deleted. */
export const READ_NOTIFICATIONS_KEPT_DAYS = 90;

/** How long any is kept, read or not. */
export const NOTIFICATIONS_KEPT_DAYS = 365;
