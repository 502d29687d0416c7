import { EVENTS_OPEN_MAX } from '@tributary/contracts/events';
import { defineErrors } from '#platform/errors.ts';

export const eventErrors = defineErrors({
  event_not_found: ['not_found', 'There is no such event. It may have been removed.'],
  event_closed: ['conflict', 'This event has ended or was canceled, so it can no longer change.'],
  event_published: ['conflict', 'This event was published, so it can’t be deleted. Cancel it instead.'],
  event_not_published: ['conflict', 'This event is a draft. Delete it instead.'],
  event_not_live: ['conflict', 'This event isn’t live. Only a live event can be ended early.'],
  event_change_refused: ['invalid', 'Some of these changes aren’t possible. Check the marked fields.'],
  too_many_announcements: [
    'limited',
    'You announced many events or new dates within a day, and each one notifies people. Try again tomorrow.',
  ],
  too_many_events: [
    'conflict',
    `You have ${EVENTS_OPEN_MAX} drafts and upcoming events. Delete or cancel one first.`,
  ],
});
