/** Creators' endpoints for their events. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { textLine, textLines } from '../shared/fields.ts';
import { IMAGE_SIZES, imageUpload } from '../shared/images.ts';
import { amountIn } from '../shared/money.ts';
import { byId } from '../shared/params.ts';
import {
  EVENT_CAPACITY_MAX,
  EVENT_GATE_LEAD_MINUTES,
  EVENT_MINUTES_MAX,
  EVENT_PRICE_MAX_CENTS,
  EVENT_PRICE_MIN_CENTS,
} from './constants.ts';
import { ownEvent, timeZone } from './events.ts';

const count = (value: number) => value.toLocaleString('en');

export const eventEdit = z.object({
  title: textLine(140).min(1, 'Enter a title.'),
  description: textLines(5000),
  eventDate: z.iso.datetime('Choose a date and time.'),
  timezone: timeZone,
  durationMinutes: z
    .int('Enter a whole number of minutes.')
    .min(5, 'Enter at least 5 minutes.')
    .max(EVENT_MINUTES_MAX, 'Enter at most 24 hours.'),
  priceCents: z
    .int(`Enter an amount, such as ${amountIn(500)}.`)
    .refine(
      (cents) => cents === 0 || (cents >= EVENT_PRICE_MIN_CENTS && cents <= EVENT_PRICE_MAX_CENTS),
      `Enter 0 for a free event, or a price from ${amountIn(EVENT_PRICE_MIN_CENTS)} to ${amountIn(EVENT_PRICE_MAX_CENTS)}.`,
    ),
  capacity: z
    .int('Enter a whole number.')
    .min(1, 'Enter at least 1, or leave it empty for no limit.')
    .max(EVENT_CAPACITY_MAX, `Enter at most ${count(EVENT_CAPACITY_MAX)}, or leave it empty for no limit.`)
    .nullable(),
});
export type EventEdit = z.infer<typeof eventEdit>;

const change = { tag: 'events', access: 'streamer', perMinute: 60, response: ownEvent } as const;

export const createEvent = endpoint({
  ...change,
  method: 'POST',
  path: '/api/me/events',
  summary: 'Create an event as a draft. Repeated, it returns the same draft',
  body: eventEdit,
});

export const getOwnEvent = endpoint({
  method: 'GET',
  path: '/api/me/events/:id',
  tag: 'events',
  summary: 'Get an event of the signed-in streamer’s, also a draft',
  access: 'streamer',
  params: byId,
  response: ownEvent,
});

export const putEvent = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/me/events/:id',
  summary:
    'Change an event. Its price is fixed once a ticket is sold, its capacity covers the tickets sold, and its date is fixed once it starts',
  params: byId,
  body: eventEdit,
});

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/api/me/events/:id',
  tag: 'events',
  summary: 'Delete a draft. Cancel an event that was published',
  access: 'streamer',
  params: byId,
  response: z.void(),
});

export const putEventPoster = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/me/events/:id/poster',
  summary: `Set the poster of an event; cropped to a WebP image of ${IMAGE_SIZES.poster.width} by ${IMAGE_SIZES.poster.height}`,
  perMinute: 12,
  params: byId,
  upload: imageUpload,
});

export const deleteEventPoster = endpoint({
  ...change,
  method: 'DELETE',
  path: '/api/me/events/:id/poster',
  summary: 'Remove the poster of an event',
  params: byId,
});

export const publishEvent = endpoint({
  ...change,
  method: 'POST',
  path: '/api/me/events/:id/publish',
  summary: 'Publish a draft and notify the followers of the channel. Idempotent',
  params: byId,
});

export const endEvent = endpoint({
  ...change,
  method: 'POST',
  path: '/api/me/events/:id/end',
  summary: 'End a live event before its time. Idempotent',
  params: byId,
});

export const cancelEvent = endpoint({
  ...change,
  method: 'POST',
  path: '/api/me/events/:id/cancel',
  summary:
    'Cancel an event that has not ended, and refund its tickets. Once more for the refunds that failed. Idempotent',
  params: byId,
});

export const ticketRefunds = z.object({
  paid: z.int().nonnegative().describe('Payments for tickets'),
  refunded: z.int().nonnegative().describe('Refunds that the payment providers confirmed'),
  toSend: z.int().nonnegative().describe('Refunds that the creator has to send from their wallet'),
  failed: z.int().nonnegative().describe('Refunds that failed'),
});
export type TicketRefunds = z.infer<typeof ticketRefunds>;

export const getTicketRefunds = endpoint({
  method: 'GET',
  path: '/api/me/events/:id/refunds',
  tag: 'events',
  summary: 'Get how far the refunds for the tickets of an event are',
  access: 'streamer',
  params: byId,
  response: ticketRefunds,
});

export const putEventStreams = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/me/events/:id/streams',
  summary: `Choose whether streams belong to a paid event that start from ${EVENT_GATE_LEAD_MINUTES} minutes before it until its end, so that only its ticket holders can watch. Also changes the running stream`,
  params: byId,
  body: z.object({ takesStreams: z.boolean() }),
});

const streamEventChoice = z.object({
  eventId: z.uuid().nullable().describe('Null: streams of the channel belong to no event'),
});

const streamEvent = streamEventChoice.extend({
  event: ownEvent
    .nullable()
    .describe('That event, or the next paid one, where it starts within a day or is running'),
  hasOpened: z
    .boolean()
    .describe(
      `Whether the event’s time has come, which begins ${EVENT_GATE_LEAD_MINUTES} minutes before its start`,
    ),
});
export type StreamEvent = z.infer<typeof streamEvent>;

export const getStreamEvent = endpoint({
  method: 'GET',
  path: '/api/me/stream-event',
  tag: 'events',
  summary:
    'Get the event that the running stream of the channel belongs to, or the one that it starts now would',
  access: 'streamer',
  response: streamEvent,
});

export const putStreamEvent = endpoint({
  method: 'PUT',
  path: '/api/me/stream-event',
  tag: 'events',
  summary:
    'Let the running stream and the next ones belong to an event, so that only its ticket holders can watch, or to none. Ends with the event',
  access: 'streamer',
  perMinute: 30,
  body: streamEventChoice,
  response: streamEvent,
});
