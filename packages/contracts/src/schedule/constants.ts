/** Limits of schedules without schemas, so that pages that need only these load no zod. */

/** Weekly streams are listed and can be changed this far ahead. */
export const SCHEDULE_WEEKS = 8;
/** Entries of a channel that still have streams to come. */
export const SCHEDULE_ENTRIES_MAX = 20;
/** The streams that a channel’s page lists. */
export const SCHEDULE_LIST_LIMIT = 30;
/** The scheduled streams of followed channels on Home. */
export const FOLLOWED_SCHEDULE_LIMIT = 6;
/** How long before its start people are reminded of a stream. */
export const REMINDER_LEAD_MINUTES = 15;
export const REMINDERS_MAX = 200;
/** ISO 8601: 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
