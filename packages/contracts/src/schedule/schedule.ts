/** The streams that channels have scheduled, for viewers. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { endpoint } from '../shared/endpoint.ts';
import { category } from '../shared/fields.ts';
import { byId, byUsername } from '../shared/params.ts';
import { FOLLOWED_SCHEDULE_LIMIT, REMINDER_LEAD_MINUTES, SCHEDULE_LIST_LIMIT } from './constants.ts';

export const scheduledStream = z.object({
  id: z.uuid(),
  title: z.string(),
  category: category.nullable(),
  startsAt: z.iso.datetime(),
  durationMinutes: z.int().positive(),
  timezone: z.string().describe('IANA time zone of the creator'),
  isWeekly: z.boolean(),
  isCanceled: z.boolean(),
  startsInMs: z.int().describe('The time to the start by the clock of the server; negative after it'),
  isReminded: z.boolean().describe('Whether the signed-in user is reminded of it'),
  streamer: streamerSummary,
});
export type ScheduledStream = z.infer<typeof scheduledStream>;

const streams = z.object({ streams: z.array(scheduledStream) });

/** The next stream of a channel: a scheduled stream, or an event if it is earlier. */
export const nextStream = scheduledStream
  .pick({ title: true, startsAt: true, startsInMs: true })
  .extend({ eventId: z.uuid().nullable().describe('Null: a scheduled stream') });
export type NextStream = z.infer<typeof nextStream>;

export const listSchedule = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/schedule',
  tag: 'schedule',
  summary: `List the next ${SCHEDULE_LIST_LIMIT} scheduled streams of a channel, soonest first, canceled ones included`,
  access: 'public',
  params: byUsername,
  response: streams.extend({ next: nextStream.nullable() }),
});

export const getScheduleCalendar = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/schedule.ics',
  tag: 'schedule',
  summary:
    'Get the scheduled streams and the announced events of a channel as a calendar (RFC 5545) to subscribe to',
  access: 'public',
  params: byUsername,
  download: 'text/calendar',
  response: z.unknown(),
});

export const listFollowedSchedule = endpoint({
  method: 'GET',
  path: '/api/me/following/schedule',
  tag: 'following',
  summary: `List up to ${FOLLOWED_SCHEDULE_LIMIT} scheduled streams of followed channels, soonest first`,
  access: 'viewer',
  response: streams,
});

const reminder = {
  path: '/api/me/schedule-reminders/:id',
  tag: 'schedule',
  access: 'viewer',
  perMinute: 60,
  params: byId,
  response: z.void(),
} as const;

export const putScheduleReminder = endpoint({
  ...reminder,
  method: 'PUT',
  summary: `Be notified ${REMINDER_LEAD_MINUTES} minutes before a scheduled stream, and when it is moved or canceled. Idempotent`,
});

export const deleteScheduleReminder = endpoint({
  ...reminder,
  method: 'DELETE',
  summary: 'Remove the reminder of a scheduled stream. Idempotent',
});
