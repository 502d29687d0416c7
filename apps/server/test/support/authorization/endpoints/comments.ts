/** Comments below recordings. The stream in the paths still runs, so it takes no comments. */
import { everybody, signedIn, streamers, type Table } from '../rows.ts';

export const comments: Table = {
  'GET /api/streams/{id}/comments/section': everybody('missing'),
  'GET /api/streams/{id}/comments': everybody('missing'),
  'POST /api/streams/{id}/comments': signedIn('missing', { text: 'Well played' }),
  'PUT /api/streams/{id}/comments/settings': streamers('missing', { isOn: false }),
  // The moderators of the streamer’s chats: the streamer and admins.
  'GET /api/chats/{channelId}/held-comments': { ...signedIn('forbidden'), admin: 'done', streamer: 'done' },
  'GET /api/comments/{id}': everybody('missing'),
  'GET /api/comments/{id}/replies': everybody('missing'),
  'PATCH /api/comments/{id}': signedIn('missing', { text: 'Well played' }),
  'DELETE /api/comments/{id}': signedIn('missing'),
  'PUT /api/comments/{id}/like': signedIn('missing'),
  'DELETE /api/comments/{id}/like': signedIn('missing'),
  'PUT /api/comments/{id}/decision': signedIn('missing', { outcome: 'released' }),
  'GET /api/me/comment-settings': streamers('done'),
  'PUT /api/me/comment-settings': streamers('done', { isOn: true }),
};
