import { getTicket, listTickets, takeTicket } from '@tributary/contracts/events';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { Tickets } from './tickets.service.ts';

export function ticketRoutes(app: FastifyInstance, tickets: Tickets): void {
  route(app, getTicket, async ({ caller, params }) => ({
    ticket: await tickets.of(caller.userId, params.id),
  }));
  route(app, takeTicket, async ({ caller, params }) => ({
    ticket: await tickets.takeFree(caller.userId, params.id),
  }));
  route(app, listTickets, ({ caller, query }) => tickets.list(caller.userId, query.cursor));
}
