/** Spec section 9; apart, so that the bell carries no zod. */

/** The list in the bell. */
export const NOTIFICATIONS_LIMIT = 20;

/** Counting stops here: the badge says '9+' above nine. */
export const UNREAD_MAX = 10;
