/** Pay-per-view events: what streamers announce, and what was sold. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { endpoint } from '../shared/endpoint.ts';
import { pageOf, pageQuery } from '../shared/paging.ts';
import { EVENT_SORTS, EVENT_STATUSES } from './constants.ts';
import { amount, byId, byUsername, currency, MONEY_PAGE_SIZE, moment, order } from './fields.ts';

/** An IANA name that the clocks of browsers know, too: for whoever writes one. */
export const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/)
  .refine(hasClock, 'Name a time zone of the IANA database, such as Europe/Lisbon.');

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
  timezone: z.string().describe('IANA name: where the date is meant'),
  durationMinutes: z.int().positive(),
  priceCents: amount.describe('0: open to all'),
  currency,
  capacity: z.int().positive().nullable().describe('Null: as many as come'),
  status: z.enum(EVENT_STATUSES),
});

export const publicEvent = eventBase.extend({
  ticketsLeft: z.int().nonnegative().nullable().describe('Null: as many as come'),
  creator: streamerSummary.nullable(),
});
export type PublicEvent = z.infer<typeof publicEvent>;

export const getEvent = endpoint({
  method: 'GET',
  path: '/api/events/:id',
  tag: 'money',
  summary: 'One announced event; a draft is nobody else’s to see',
  access: 'public',
  params: byId,
  response: publicEvent,
});

export const listUpcomingEvents = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/events',
  tag: 'money',
  summary: `Events of a channel that are announced or on, the next first, ${MONEY_PAGE_SIZE} at a time`,
  access: 'public',
  params: byUsername,
  query: pageQuery,
  response: pageOf(publicEvent),
});

export const ownEvent = eventBase.extend({
  totalTicketsSold: z.int().nonnegative(),
  totalRevenueCents: amount,
  platformCommissionCents: amount,
  commissionRatePercent: z.number(),
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
  tag: 'money',
  summary: `The signed-in streamer's events, ${MONEY_PAGE_SIZE} at a time`,
  access: 'streamer',
  query: eventFilter.extend(pageQuery.shape),
  response: pageOf(ownEvent),
});

export const exportOwnEvents = endpoint({
  method: 'GET',
  path: '/api/me/events.csv',
  tag: 'money',
  summary: 'The same events as a table for a spreadsheet, whole',
  access: 'streamer',
  perMinute: 10,
  query: eventFilter,
  download: 'text/csv',
  response: z.unknown(),
});

export const adminEvent = ownEvent.extend({ creator: streamerSummary.nullable() });
export type AdminEvent = z.infer<typeof adminEvent>;

export const listAllEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  tag: 'money',
  summary: `All events, ${MONEY_PAGE_SIZE} at a time`,
  access: 'admin',
  query: eventFilter.extend(pageQuery.shape),
  response: pageOf(adminEvent),
});

export const exportAllEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events.csv',
  tag: 'money',
  summary: 'The same events as a table for a spreadsheet, whole',
  access: 'admin',
  perMinute: 10,
  query: eventFilter,
  download: 'text/csv',
  response: z.unknown(),
});
