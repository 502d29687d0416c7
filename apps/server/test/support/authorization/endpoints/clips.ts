/** Clips. */
import { admins, everybody, signedIn, streamers, type Table } from '../rows.ts';

export const clips: Table = {
  // The recording of the stream has no segment yet.
  'POST /api/streams/{id}/clips': signedIn('input', { title: 'A clip', startMs: 0, endMs: 10_000 }),
  'GET /api/streams/{id}/clip-permission': everybody('done'),
  'GET /api/clips/{id}': everybody('missing'),
  'POST /api/clips/{id}/views': everybody('done'),
  'DELETE /api/clips/{id}': signedIn('missing'),
  'POST /api/admin/clips/{id}/remove': admins('missing', { reason: 'It shows an address.' }),
  'GET /api/streamers/{username}/clips': everybody('done'),
  'GET /api/me/clip-settings': streamers('done'),
  'PUT /api/me/clip-settings': streamers('done', { allowedTo: 'followers' }),
};
