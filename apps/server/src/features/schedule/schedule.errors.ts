import { REMINDERS_MAX, SCHEDULE_ENTRIES_MAX } from '@tributary/contracts/schedule';
import { defineErrors } from '#platform/errors.ts';

export const scheduleErrors = defineErrors('schedule', {
  entry_not_found: 'not_found',
  scheduled_stream_not_found: 'not_found',
  entry_refused: 'invalid',
  too_many_entries: ['conflict', { max: SCHEDULE_ENTRIES_MAX }],
  too_many_reminders: ['conflict', { max: REMINDERS_MAX }],
  too_many_changes: 'limited',
});
