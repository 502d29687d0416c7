/** Channels and streams. */
import { everybody, signedIn, streamers, type Table } from '../rows.ts';

export const channels: Table = {
  'GET /api/me/analytics': streamers('done'),
  'GET /api/me/analytics.csv': streamers('done'),
  'GET /api/me/stream-key': streamers('done'),
  'POST /api/me/stream-key/rotate': streamers('done'),
  'GET /api/me/stream-settings': streamers('done'),
  'PUT /api/me/stream-settings': streamers('done', {
    title: 'x',
    category: 'Gaming',
    tags: [],
    isMature: false,
  }),
  'PUT /api/me/stream-thumbnail': streamers('input'),
  'DELETE /api/me/stream-thumbnail': streamers('done'),
  'GET /api/me/ingest-health/history': streamers('done'),
  'GET /api/me/streams': streamers('done'),
  'GET /api/me/streams.csv': streamers('done'),
  'GET /api/me/streams/latest': streamers('done'),
  'GET /api/me/streams/{id}/viewers': { ...streamers('missing'), streamer: 'done' },
  'GET /api/me/streams/{id}/results': { ...streamers('missing'), streamer: 'done' },
  // No channel is live when these are called.
  'POST /api/me/stream/markers': streamers('input', { label: '' }),
  'GET /api/me/streams/{id}/markers': { ...streamers('missing'), streamer: 'done' },
  'PUT /api/me/streams/{id}/markers/{markerId}': streamers('missing', { label: 'x' }),
  'DELETE /api/me/streams/{id}/markers/{markerId}': { ...streamers('missing'), streamer: 'done' },
  'GET /api/me/followers/growth': streamers('done'),
  'POST /api/me/stream/stop': streamers('done'),
  'POST /api/me/stream/admit': streamers('done'),
  'GET /api/me/ingest-health': streamers('done'),
  'GET /api/streams/{id}': everybody('done'),
  'POST /api/streams/{id}/playback': signedIn('done', {}),
  'GET /api/streamers/{username}/streams/{slug}': everybody('done'),
};
