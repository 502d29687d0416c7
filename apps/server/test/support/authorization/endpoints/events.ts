/** Events and tickets. */
import { admins, everybody, ownersChannel, signedIn, streamers, type Table } from '../rows.ts';

export const eventEdit = {
  title: 'A night of it',
  description: '',
  eventDate: '2999-01-01T20:00:00Z',
  timezone: 'UTC',
  durationMinutes: 60,
  priceCents: 500,
  capacity: null,
};

export const events: Table = {
  'GET /api/streamers/{username}/events': everybody('done'),
  'GET /api/events/{id}': everybody('missing'),
  'GET /api/events/{id}/event.ics': everybody('missing'),
  'GET /api/events/{id}/reminder': signedIn('done'),
  'PUT /api/events/{id}/reminder': signedIn('missing'),
  'DELETE /api/events/{id}/reminder': signedIn('done'),
  'GET /api/events/{id}/ticket': signedIn('done'),
  'POST /api/events/{id}/ticket': signedIn('missing'),
  'GET /api/me/tickets': signedIn('done'),
  'GET /api/me/events.csv': streamers('done'),
  'GET /api/admin/events.csv': admins('done'),
  'GET /api/me/events': streamers('done'),
  'GET /api/me/stream-event': streamers('done'),
  'PUT /api/me/stream-event': streamers('done', { eventId: null }),
  'POST /api/me/events': streamers('input', {}),
  'GET /api/me/events/{id}': ownersChannel('done'),
  'PUT /api/me/events/{id}': { ...ownersChannel('done'), body: eventEdit },
  'DELETE /api/me/events/{id}': ownersChannel('done'),
  'PUT /api/me/events/{id}/streams': { ...ownersChannel('done'), body: { takesStreams: true } },
  'PUT /api/me/events/{id}/poster': streamers('input'),
  'DELETE /api/me/events/{id}/poster': ownersChannel('done'),
  'POST /api/me/events/{id}/publish': ownersChannel('done'),
  'GET /api/me/events/{id}/refunds': ownersChannel('done'),
  'POST /api/me/events/{id}/end': ownersChannel('input'),
  'POST /api/me/events/{id}/cancel': ownersChannel('input'),
  'GET /api/admin/events': admins('done'),
};
