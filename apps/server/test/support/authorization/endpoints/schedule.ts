/** The schedules of channels and reminders of their streams. */
import { everybody, ownersChannel, signedIn, streamers, type Table } from '../rows.ts';

const entry = {
  title: 'Sanding the hull',
  category: null,
  startsOn: '2999-01-01',
  time: '19:00',
  timezone: 'UTC',
  durationMinutes: 60,
  weekdays: [],
  endsOn: null,
};
const stream = {
  title: 'Sanding the hull',
  category: null,
  startsAt: '2999-01-01T19:00:00Z',
  durationMinutes: 60,
  isCanceled: false,
};

export const schedule: Table = {
  'GET /api/streamers/{username}/schedule': everybody('done'),
  'GET /api/streamers/{username}/schedule.ics': everybody('done'),
  'GET /api/me/following/schedule': signedIn('done'),
  'PUT /api/me/schedule-reminders/{id}': signedIn('missing'),
  'DELETE /api/me/schedule-reminders/{id}': signedIn('done'),
  'GET /api/me/schedule': streamers('done'),
  // It is too far ahead.
  'POST /api/me/schedule': streamers('input', entry),
  'PUT /api/me/schedule/{id}': { ...ownersChannel('missing'), body: entry },
  'DELETE /api/me/schedule/{id}': ownersChannel('missing'),
  'PUT /api/me/scheduled-streams/{id}': { ...ownersChannel('missing'), body: stream },
};
