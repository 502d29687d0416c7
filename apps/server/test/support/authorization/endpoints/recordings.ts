/** Recordings. */
import { streamers, type Table } from '../rows.ts';

export const recordings: Table = {
  'GET /api/me/recordings': streamers('done'),
  'PATCH /api/me/recordings/{id}': streamers('input', { visibility: 'private' }),
  'GET /api/me/recordings/{id}': streamers('input'),
  'DELETE /api/me/recordings/{id}': streamers('input'),
  'PUT /api/me/recordings/{id}/thumbnail': streamers('input'),
  'DELETE /api/me/recordings/{id}/thumbnail': streamers('input'),
  'GET /api/me/recordings/{id}/trim': streamers('input'),
  'PUT /api/me/recordings/{id}/trim': streamers('input', { kept: [{ startMs: 0, endMs: 1000 }] }),
  'POST /api/me/recordings/{id}/split': streamers('input', { atMs: 1000 }),
  'GET /api/me/recordings/{id}/captions': streamers('input'),
  'PUT /api/me/recordings/{id}/captions/{language}': streamers('input'),
  'DELETE /api/me/recordings/{id}/captions/{language}': streamers('input'),
  'GET /api/me/deleted-recordings': streamers('done'),
  'POST /api/me/deleted-recordings/{id}/restore': streamers('input'),
  'DELETE /api/me/deleted-recordings/{id}': streamers('input'),
  'GET /api/me/uploads': streamers('done'),
  'DELETE /api/me/uploads/{id}': streamers('input'),
  'GET /api/me/recording-settings': streamers('done'),
  'PUT /api/me/recording-settings': streamers('done', { records: 'ask' }),
  // Only the first streamer is live.
  'POST /api/me/stream/record': { ...streamers('input'), streamer: 'done' },
};
