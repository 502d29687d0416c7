/** Recordings. */
import { streamers, type Table } from '../rows.ts';

export const recordings: Table = {
  'GET /api/me/recordings': streamers('done'),
  'PATCH /api/me/recordings/{id}': streamers('input', { visibility: 'private' }),
  'DELETE /api/me/recordings/{id}': streamers('input'),
  'GET /api/me/recording-settings': streamers('done'),
  'PUT /api/me/recording-settings': streamers('done', { records: true }),
};
