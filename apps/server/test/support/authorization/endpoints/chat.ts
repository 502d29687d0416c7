/** Chat. */
import { everybody, type Row, signedIn, type Table } from '../rows.ts';

/** The streamer can be banned or appointed by nobody, and this is what all others are refused. */
const moderators = (body?: unknown): Row => signedIn('forbidden', body);

export const chat: Table = {
  'GET /api/streams/{id}/chat': everybody('done'),
  'GET /api/streams/{id}/chat/replay': everybody('input'),
  'GET /api/streams/{id}/chat/viewers': everybody('done'),
  'GET /api/streams/{id}/chat/standing': everybody('done'),
  'GET /api/streams/{id}/chat/people/{userId}': everybody('done'),
  'DELETE /api/streams/{id}/chat/messages/{number}': signedIn('input'),
  'PUT /api/streams/{id}/chat/bans/{userId}': moderators({ seconds: 60 }),
  'DELETE /api/streams/{id}/chat/bans/{userId}': moderators(),
  'PUT /api/streams/{id}/chat/moderators/{userId}': moderators(),
  'DELETE /api/streams/{id}/chat/moderators/{userId}': moderators(),
};
