/** Creators’ endpoints for their schedule. */
import { z } from 'zod';
import { EVENT_MINUTES_MAX } from '../events/constants.ts';
import { timeZone } from '../events/events.ts';
import { endpoint } from '../shared/endpoint.ts';
import { category, textLine } from '../shared/fields.ts';
import { byId } from '../shared/params.ts';
import { SCHEDULE_ENTRIES_MAX } from './constants.ts';

const title = textLine(140).min(1, 'Enter a title.');
const durationMinutes = z
  .int('Enter a whole number of minutes.')
  .min(5, 'Enter at least 5 minutes.')
  .max(EVENT_MINUTES_MAX, 'Enter at most 24 hours.');

export const scheduleEdit = z.object({
  title,
  category: category.nullable(),
  startsOn: z.iso.date('Choose a day.').describe('The first day, in the time zone below'),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a time.')
    .describe('The time of day in the time zone below, the same in summer and winter'),
  timezone: timeZone,
  durationMinutes,
  weekdays: z
    .array(z.int().min(1).max(7))
    .max(7)
    .describe('The days of a weekly stream, from 1 for Monday to 7 for Sunday; empty for a single one'),
  endsOn: z.iso.date('Choose a day.').nullable().describe('The last day of a weekly stream; null for no end'),
});
export type ScheduleEdit = z.infer<typeof scheduleEdit>;

export const scheduledStreamEdit = z.object({
  title,
  category: category.nullable(),
  startsAt: z.iso.datetime('Choose a date and time.'),
  durationMinutes,
  isCanceled: z.boolean(),
});
export type ScheduledStreamEdit = z.infer<typeof scheduledStreamEdit>;

export const ownScheduledStream = z.object({
  id: z.uuid(),
  title: z.string(),
  category: category.nullable(),
  startsAt: z.iso.datetime(),
  durationMinutes: z.int().positive(),
  isChanged: z.boolean().describe('Whether it differs from its entry'),
  isCanceled: z.boolean(),
  reminders: z.int().nonnegative().describe('People who are reminded of it'),
});
export type OwnScheduledStream = z.infer<typeof ownScheduledStream>;

export const scheduleEntry = scheduleEdit.extend({
  id: z.uuid(),
  title: z.string(),
  streams: z.array(ownScheduledStream).describe('Its streams to come, soonest first'),
});
export type ScheduleEntry = z.infer<typeof scheduleEntry>;

const ownSchedule = z.object({ entries: z.array(scheduleEntry) });

export const getOwnSchedule = endpoint({
  method: 'GET',
  path: '/api/me/schedule',
  tag: 'schedule',
  summary: 'Get the schedule of the signed-in streamer’s channel, soonest first',
  access: 'streamer',
  response: ownSchedule,
});

const change = { tag: 'schedule', access: 'streamer', perMinute: 60, response: ownSchedule } as const;

export const createScheduleEntry = endpoint({
  ...change,
  method: 'POST',
  path: '/api/me/schedule',
  summary: `Schedule a stream, once or weekly. A channel has up to ${SCHEDULE_ENTRIES_MAX} entries`,
  body: scheduleEdit,
});

export const putScheduleEntry = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/me/schedule/:id',
  summary:
    'Change an entry and its streams to come, except those that were changed on their own. People who are reminded of a stream that moves are notified',
  params: byId,
  body: scheduleEdit,
});

export const deleteScheduleEntry = endpoint({
  ...change,
  method: 'DELETE',
  path: '/api/me/schedule/:id',
  summary: 'Remove an entry with its streams to come. People who are reminded of one are notified',
  params: byId,
});

export const putScheduledStream = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/me/scheduled-streams/:id',
  summary: 'Change, cancel or restore one scheduled stream, and leave the others of its entry as they are',
  params: byId,
  body: scheduledStreamEdit,
});
