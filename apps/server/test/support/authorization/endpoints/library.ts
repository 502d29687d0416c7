/** Follows, saved streams, history, preferences and notifications. */
import { everybody, owner, signedIn, type Table } from '../rows.ts';

export const library: Table = {
  'GET /api/streamers/{username}/followers': everybody('done'),
  'PUT /api/me/following/{streamerId}': { ...signedIn('done'), streamer: 'input' },
  'DELETE /api/me/following/{streamerId}': signedIn('done'),
  'GET /api/me/following': signedIn('done'),
  'GET /api/me/following/live': signedIn('done'),
  'POST /api/me/following/among': signedIn('done', { streamerIds: [] }),
  'GET /api/me/saved': signedIn('done'),
  'GET /api/me/saved/{id}': signedIn('done'),
  'PUT /api/me/saved/{id}': signedIn('done'),
  'DELETE /api/me/saved/{id}': signedIn('done'),
  'GET /api/me/history': signedIn('done'),
  'DELETE /api/me/history': signedIn('done'),
  'DELETE /api/me/history/{id}': signedIn('done'),
  'GET /api/me/viewer-overview': signedIn('done'),
  'GET /api/me/preferences': signedIn('done'),
  'PATCH /api/me/preferences': signedIn('done', { theme: 'dark' }),
  'GET /api/me/bell': signedIn('done'),
  'GET /api/me/notifications': signedIn('done'),
  'PUT /api/me/notifications/{id}/read': owner('done'),
  'PUT /api/me/notifications/read': signedIn('done'),
  'GET /api/push/key': signedIn('done'),
  'PUT /api/me/push-subscription': signedIn('input', {}),
  'DELETE /api/me/push-subscription': signedIn('input'),
  'POST /api/mail/unsubscribe': everybody('input'),
};
