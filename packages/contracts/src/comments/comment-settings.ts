/** The channel's and the recordings' settings of comments. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { byStream } from '../shared/params.ts';

const commentSettings = z.object({ isOn: z.boolean() });

export const getCommentSettings = endpoint({
  method: 'GET',
  path: '/api/me/comment-settings',
  tag: 'comments',
  summary: 'Get whether the recordings of the signed-in streamer take comments',
  access: 'streamer',
  response: commentSettings,
});

export const putCommentSettings = endpoint({
  method: 'PUT',
  path: '/api/me/comment-settings',
  tag: 'comments',
  summary:
    'Turn the comments of all recordings on or off. Existing ones are kept, and hidden while they are off',
  access: 'streamer',
  perMinute: 60,
  body: commentSettings,
  response: commentSettings,
});

export const putRecordingComments = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/comments/settings',
  tag: 'comments',
  summary: 'Turn the comments of one recording on or off',
  access: 'streamer',
  perMinute: 60,
  params: byStream,
  body: commentSettings,
  response: commentSettings,
});
