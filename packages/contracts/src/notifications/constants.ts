/** Limits (spec section 9) without schemas, so that the first page load needs no zod. */

/** Notifications in the bell's list. */
export const NOTIFICATIONS_LIMIT = 20;

/** Counting stops here, since the badge says '9+' above nine. */
export const UNREAD_MAX = 10;

/** Read notifications are deleted after this time. */
export const READ_NOTIFICATIONS_KEPT_DAYS = 90;

/** All notifications are deleted after this time. */
export const NOTIFICATIONS_KEPT_DAYS = 365;
