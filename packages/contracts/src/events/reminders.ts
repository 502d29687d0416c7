/** Reminders of events. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { byId } from '../shared/params.ts';

const reminder = {
  path: '/api/events/:id/reminder',
  tag: 'events',
  access: 'viewer',
  params: byId,
} as const;

export const getEventReminder = endpoint({
  ...reminder,
  method: 'GET',
  summary: 'Get whether the user is reminded of an event',
  response: z.object({ isReminded: z.boolean() }),
});

export const putEventReminder = endpoint({
  ...reminder,
  method: 'PUT',
  summary: 'Be notified a day and 15 minutes before an event, and when it is moved or canceled. Idempotent',
  perMinute: 60,
  response: z.void(),
});

export const deleteEventReminder = endpoint({
  ...reminder,
  method: 'DELETE',
  summary: 'Remove the reminder of an event. Idempotent',
  perMinute: 60,
  response: z.void(),
});
