/** Pay-per-view events and their sales. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { amount, currency, MONEY_PAGE_SIZE, moment } from '../payments/fields.ts';
import { endpoint } from '../shared/endpoint.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byId, byUsername, order } from '../shared/params.ts';
import { EVENT_GATE_LEAD_MINUTES, EVENT_SORTS, EVENT_STATUSES, FOLLOWED_EVENTS_LIMIT } from './constants.ts';

/** An IANA name that browsers know too. For input; stored names can predate this check. */
export const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/)
  .refine(hasClock, 'Enter an IANA time zone, such as Europe/Lisbon.');

function hasClock(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

const eventBase = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  eventDate: moment,
  timezone: z.string().describe('IANA time zone of the event'),
  durationMinutes: z.int().positive(),
  priceCents: amount.describe('0 for free events'),
  currency,
  capacity: z.int().positive().nullable().describe('Null if unlimited'),
  status: z.enum(EVENT_STATUSES),
  posterUrl: z.string().nullable(),
});

export const publicEvent = eventBase.extend({
  ticketsLeft: z.int().nonnegative().nullable().describe('Null if unlimited'),
  startsInMs: z
    .int()
    .describe('The time to the start by the clock of the server, for a countdown; negative after it'),
  creator: streamerSummary.nullable(),
});
export type PublicEvent = z.infer<typeof publicEvent>;

export const eventPage = publicEvent.extend({
  streamSlug: z
    .string()
    .nullable()
    .describe('The stream that a ticket opens, live or recorded; null while there is none'),
});
export type EventPage = z.infer<typeof eventPage>;

export const getEvent = endpoint({
  method: 'GET',
  path: '/api/events/:id',
  tag: 'events',
  summary: 'Get an announced event. Drafts are not public',
  access: 'public',
  params: byId,
  response: eventPage,
});

export const getEventCalendar = endpoint({
  method: 'GET',
  path: '/api/events/:id/event.ics',
  tag: 'events',
  summary: 'Get an announced event as a calendar file (RFC 5545)',
  access: 'public',
  params: byId,
  download: 'text/calendar',
  response: z.unknown(),
});

export const listUpcomingEvents = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/events',
  tag: 'events',
  summary: `List upcoming and live events of a channel, soonest first, ${MONEY_PAGE_SIZE} per page`,
  access: 'public',
  params: byUsername,
  query: pageQuery,
  response: pageOf(publicEvent),
});

export const listFollowedEvents = endpoint({
  method: 'GET',
  path: '/api/me/following/events',
  tag: 'following',
  summary: `List up to ${FOLLOWED_EVENTS_LIMIT} upcoming and live events of followed channels, soonest first`,
  access: 'viewer',
  response: z.object({ events: z.array(publicEvent) }),
});

export const ownEvent = eventBase.extend({
  totalTicketsSold: z.int().nonnegative(),
  totalRevenueCents: amount,
  platformCommissionCents: amount,
  commissionRatePercent: z.number(),
  takesStreams: z
    .boolean()
    .describe(
      `Whether streams belong to it that start from ${EVENT_GATE_LEAD_MINUTES} minutes before it until its end, where it is paid`,
    ),
});
export type OwnEvent = z.infer<typeof ownEvent>;

export const eventFilter = z.object({
  status: z.enum(EVENT_STATUSES).optional(),
  sort: z.enum(EVENT_SORTS).default('eventDate'),
  order,
});
export type EventFilter = z.output<typeof eventFilter>;

export const listOwnEvents = endpoint({
  method: 'GET',
  path: '/api/me/events',
  tag: 'events',
  summary: `List the signed-in streamer's events, ${MONEY_PAGE_SIZE} per page`,
  access: 'streamer',
  query: eventFilter.extend(pageQuery.shape),
  response: pageOf(ownEvent),
});

export const exportOwnEvents = endpoint({
  ...csvExport,
  path: '/api/me/events.csv',
  tag: 'events',
  summary: 'Export the signed-in streamer’s events as CSV',
  access: 'streamer',
  query: eventFilter,
});

export const adminEvent = ownEvent.extend({ creator: streamerSummary.nullable() });
export type AdminEvent = z.infer<typeof adminEvent>;

export const listAllEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  tag: 'events',
  summary: `List all events, ${MONEY_PAGE_SIZE} per page`,
  access: 'admin',
  query: eventFilter.extend(pageQuery.shape),
  response: pageOf(adminEvent),
});

export const exportAllEvents = endpoint({
  ...csvExport,
  path: '/api/admin/events.csv',
  tag: 'events',
  summary: 'Export all events as CSV',
  access: 'admin',
  query: eventFilter,
});
