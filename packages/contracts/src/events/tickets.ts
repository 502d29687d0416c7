/** Tickets of events. */
import { z } from 'zod';
import { MONEY_PAGE_SIZE, moment } from '../payments/fields.ts';
import { endpoint } from '../shared/endpoint.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import { TICKET_STATUSES } from './constants.ts';
import { publicEvent } from './events.ts';

export const ticket = z.object({
  id: z.uuid(),
  status: z.enum(TICKET_STATUSES).describe('Reserved while its payment page is open'),
  checkoutId: z.uuid().nullable().describe('Null for a free event'),
  createdAt: moment,
});
export type Ticket = z.infer<typeof ticket>;

export const getTicket = endpoint({
  method: 'GET',
  path: '/api/events/:id/ticket',
  tag: 'events',
  summary: 'Get the user’s ticket to an event',
  access: 'viewer',
  params: byId,
  response: z.object({ ticket: ticket.nullable() }),
});

export const takeTicket = endpoint({
  method: 'POST',
  path: '/api/events/:id/ticket',
  tag: 'events',
  summary: 'Take a ticket to a free event. Idempotent',
  access: 'viewer',
  perMinute: 30,
  params: byId,
  response: z.object({ ticket }),
});

export const ownTicket = ticket.extend({ event: publicEvent });
export type OwnTicket = z.infer<typeof ownTicket>;

export const listTickets = endpoint({
  method: 'GET',
  path: '/api/me/tickets',
  tag: 'events',
  summary: `List the user's tickets, newest first, ${MONEY_PAGE_SIZE} per page`,
  access: 'viewer',
  query: pageQuery,
  response: pageOf(ownTicket),
});
