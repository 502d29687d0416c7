/** Chat. */
import { admins, everybody, type Row, signedIn, streamers, type Table } from '../rows.ts';

/** The streamer cannot be banned or appointed, so all other callers get the same refusal. */
const moderators = (body?: unknown): Row => signedIn('forbidden', body);

/** The row of an endpoint for moderators of the streamer's chats: the streamer and admins. */
const own = (body?: unknown): Row => ({ ...moderators(body), admin: 'done', streamer: 'done' });

export const chat: Table = {
  'GET /api/streams/{id}/chat': everybody('done'),
  'GET /api/streams/{id}/chat/replay': everybody('input'),
  'GET /api/streams/{id}/chat/viewers': everybody('done'),
  'GET /api/streams/{id}/chat/standing': everybody('done'),
  'GET /api/streams/{id}/chat/people/{userId}': everybody('done'),
  'DELETE /api/streams/{id}/chat/messages/{number}': signedIn('input'),
  'DELETE /api/streams/{id}/chat/messages': own(),
  'PUT /api/streams/{id}/chat/pin': { ...moderators({ number: 1 }), admin: 'input', streamer: 'input' },
  'DELETE /api/streams/{id}/chat/pin': own(),
  // A poll is already running.
  'POST /api/streams/{id}/chat/polls': {
    ...own({ question: 'Tea?', options: ['Yes', 'No'], seconds: 15 }),
    admin: 'input',
    streamer: 'input',
  },
  'POST /api/streams/{id}/chat/polls/{pollId}/end': own(),
  'PUT /api/streams/{id}/chat/polls/{pollId}/vote': signedIn('input', { option: 0 }),
  'PUT /api/streams/{id}/chat/bans/{userId}': moderators({ seconds: 60 }),
  'POST /api/streams/{id}/raid': { ...moderators({ username: 'nobody' }), admin: 'input', streamer: 'input' },
  'POST /api/streams/{id}/raid/departure': { ...moderators(), admin: 'input', streamer: 'input' },
  'DELETE /api/streams/{id}/raid': { ...moderators(), admin: 'input', streamer: 'input' },
  'GET /api/chats/{channelId}/emotes': everybody('done'),
  'GET /api/me/emotes': streamers('done'),
  'PUT /api/me/emotes': streamers('input'),
  'PATCH /api/me/emotes/{id}': streamers('input', { tierId: null }),
  'DELETE /api/me/emotes/{id}': streamers('input'),
  'GET /api/admin/emotes': admins('done'),
  'PUT /api/admin/emotes/{id}/decision': admins('input', { status: 'approved', reason: '' }),
  'GET /api/chats/{channelId}/settings': own(),
  'PATCH /api/chats/{channelId}/settings': own({ slowSeconds: 0 }),
  'GET /api/chats/{channelId}/people/{username}': signedIn('done'),
  'GET /api/chats/{channelId}/bans': own(),
  'GET /api/chats/{channelId}/history/{userId}': own(),
  'DELETE /api/chats/{channelId}/bans/{userId}': moderators(),
  'PUT /api/chats/{channelId}/held/{id}/decision': {
    ...moderators({ outcome: 'refused' }),
    admin: 'input',
    streamer: 'input',
  },
  'POST /api/chats/{channelId}/appeal': signedIn('input', { text: 'I am sorry.' }),
  'PUT /api/chats/{channelId}/bans/{userId}/appeal/decision': {
    ...moderators({ outcome: 'lifted' }),
    admin: 'input',
    streamer: 'input',
  },
  'DELETE /api/chats/{channelId}/held/{id}': signedIn('input'),
  'GET /api/chats/{channelId}/moderators': own(),
  'GET /api/me/moderated-channels': signedIn('done'),
  'DELETE /api/me/moderated-channels/{channelId}': signedIn('done'),
  'PUT /api/chats/{channelId}/moderators/{userId}': moderators(),
  'PUT /api/chats/{channelId}/moderators/{userId}/powers': moderators({ powers: [] }),
  'GET /api/chats/{channelId}/vips': own(),
  'PUT /api/chats/{channelId}/vips/{userId}': moderators(),
  'DELETE /api/chats/{channelId}/vips/{userId}': moderators(),
  'DELETE /api/chats/{channelId}/moderators/{userId}': moderators(),
};
