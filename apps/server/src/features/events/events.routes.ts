import {
  type AdminEvent,
  deleteEventReminder,
  exportAllEvents,
  exportOwnEvents,
  getEvent,
  getEventCalendar,
  getEventReminder,
  listAllEvents,
  listFollowedEvents,
  listOwnEvents,
  listUpcomingEvents,
  type OwnEvent,
  putEventReminder,
} from '@tributary/contracts/events';
import type { FastifyInstance } from 'fastify';
import { toDecimal } from '#features/payments/index.ts';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { EventReminders } from './event-reminders.service.ts';
import type { PpvEvents } from './events.service.ts';

export function eventRoutes(
  app: FastifyInstance,
  events: PpvEvents,
  reminders: EventReminders,
  recordExport: RecordExport,
): void {
  route(app, getEvent, ({ params }) => events.byId(params.id));
  route(app, getEventCalendar, async ({ params, reply }) => {
    const file = await events.calendarOf(params.id);
    reply.type('text/calendar; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="event.ics"');
    return file;
  });
  route(app, getEventReminder, async ({ caller, params }) => ({
    isReminded: await reminders.has(caller.userId, params.id),
  }));
  route(app, putEventReminder, ({ caller, params }) => reminders.add(caller.userId, params.id));
  route(app, deleteEventReminder, ({ caller, params }) => reminders.remove(caller.userId, params.id));
  route(app, listUpcomingEvents, ({ params, query }) => events.upcomingOf(params.username, query.cursor));
  route(app, listFollowedEvents, async ({ caller }) => ({ events: await events.followed(caller.userId) }));
  route(app, listOwnEvents, ({ caller, query }) => events.own(caller.userId, query));
  route(app, listAllEvents, ({ query }) => events.all(query));

  route(app, exportOwnEvents, ({ caller, query, reply }) =>
    sendCsv(reply, 'events.csv', {
      pages: (cursor) => events.own(caller.userId, { ...query, cursor }),
      columns: EVENT,
    }),
  );
  route(app, exportAllEvents, async ({ query, reply, actor }) => {
    await recordExport(actor, 'events', query);
    return sendCsv<AdminEvent>(reply, 'events.csv', {
      pages: (cursor) => events.all({ ...query, cursor }),
      columns: { ...EVENT, creator: ({ creator }) => creator?.username ?? null },
    });
  });
}

const EVENT = {
  id: ({ id }: OwnEvent) => id,
  title: ({ title }: OwnEvent) => title,
  date: ({ eventDate }: OwnEvent) => eventDate,
  timezone: ({ timezone }: OwnEvent) => timezone,
  minutes: ({ durationMinutes }: OwnEvent) => durationMinutes,
  status: ({ status }: OwnEvent) => status,
  capacity: ({ capacity }: OwnEvent) => capacity,
  tickets: ({ totalTicketsSold }: OwnEvent) => totalTicketsSold,
  price: ({ priceCents }: OwnEvent) => toDecimal(priceCents),
  revenue: ({ totalRevenueCents }: OwnEvent) => toDecimal(totalRevenueCents),
  commission: ({ platformCommissionCents }: OwnEvent) => toDecimal(platformCommissionCents),
  currency: ({ currency }: OwnEvent) => currency,
};
