/** Filters and sort orders without schemas, so that pages that need only these load no zod. */

export const EVENT_STATUSES = ['draft', 'published', 'live', 'ended', 'canceled'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];
export const EVENT_SORTS = ['eventDate', 'totalTicketsSold', 'totalRevenueCents'] as const;
export type EventSort = (typeof EVENT_SORTS)[number];
export const EVENT_PRICE_MIN_CENTS = 100;
export const EVENT_PRICE_MAX_CENTS = 100_000;
/** A paid event gates the streams of its channel from this long before its start. */
export const EVENT_GATE_LEAD_MINUTES = 30;

export const EVENT_MINUTES_MAX = 24 * 60;
export const EVENT_CAPACITY_MAX = 1_000_000;
/** Drafts and upcoming events per channel. */
export const EVENTS_OPEN_MAX = 100;

export const TICKET_STATUSES = ['reserved', 'valid', 'refunded'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Reminders of a person for events to come. */
export const EVENT_REMINDERS_MAX = 200;

/** The events of followed channels on Home. */
export const FOLLOWED_EVENTS_LIMIT = 6;
