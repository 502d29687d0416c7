import { EVENT_REMINDERS_MAX, EVENTS_OPEN_MAX } from '@tributary/contracts/events';
import { defineErrors } from '#platform/errors.ts';

export const eventErrors = defineErrors('events', {
  event_not_found: 'not_found',
  event_closed: 'conflict',
  event_published: 'conflict',
  event_not_published: 'conflict',
  event_not_live: 'conflict',
  event_change_refused: 'invalid',
  too_many_announcements: 'limited',
  too_many_reminders: ['conflict', { max: EVENT_REMINDERS_MAX }],
  too_many_events: ['conflict', { max: EVENTS_OPEN_MAX }],
});
