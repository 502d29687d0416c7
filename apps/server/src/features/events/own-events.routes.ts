import {
  cancelEvent,
  createEvent,
  deleteEvent,
  deleteEventPoster,
  endEvent,
  getOwnEvent,
  getStreamEvent,
  getTicketRefunds,
  publishEvent,
  putEvent,
  putEventPoster,
  putEventStreams,
  putStreamEvent,
} from '@tributary/contracts/events';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { OwnEvents } from './own-events.service.ts';
import type { StreamEvents } from './stream-event.service.ts';

export function ownEventRoutes(app: FastifyInstance, events: OwnEvents, streamEvents: StreamEvents): void {
  route(app, getStreamEvent, ({ caller }) => streamEvents.of(caller.userId));
  route(app, putStreamEvent, ({ caller, body }) => streamEvents.set(caller.userId, body.eventId));
  route(app, putEventStreams, ({ caller, params, body }) =>
    streamEvents.setTakesStreams(caller.userId, params.id, body.takesStreams),
  );
  route(app, createEvent, ({ caller, body }) => events.create(caller.userId, body));
  route(app, getOwnEvent, ({ caller, params }) => events.find(caller.userId, params.id));
  route(app, putEvent, ({ caller, params, body }) => events.edit(caller.userId, params.id, body));
  route(app, deleteEvent, ({ caller, params }) => events.remove(caller.userId, params.id));
  route(app, putEventPoster, ({ caller, params, bytes }) =>
    events.setPoster(caller.userId, params.id, bytes),
  );
  route(app, deleteEventPoster, ({ caller, params }) => events.setPoster(caller.userId, params.id, null));
  route(app, publishEvent, ({ caller, params }) => events.publish(caller.userId, params.id));
  route(app, endEvent, ({ caller, params }) => events.end(caller.userId, params.id));
  route(app, getTicketRefunds, ({ caller, params }) => events.refundsOf(caller.userId, params.id));
  route(app, cancelEvent, ({ caller, params }) => events.cancel(caller.userId, params.id));
}
