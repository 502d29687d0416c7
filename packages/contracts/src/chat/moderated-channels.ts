/** The channels of others whose chats a person moderates. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { chatModerator, moderatorPower } from './chat-moderation.ts';
import { byChannel } from './chat-settings.ts';

export const moderatedChannel = chatModerator
  .pick({ id: true, username: true, displayName: true, avatarUrl: true })
  .extend({ powers: z.array(moderatorPower).describe('What the user may do in its chats') });
export type ModeratedChannel = z.infer<typeof moderatedChannel>;

export const listModeratedChannels = endpoint({
  method: 'GET',
  path: '/api/me/moderated-channels',
  tag: 'chat',
  summary:
    'List the channels whose chats the signed-in user moderates for others, up to 100, oldest appointment first',
  access: 'viewer',
  response: z.object({ items: z.array(moderatedChannel) }),
});

export const leaveModeratedChannel = endpoint({
  method: 'DELETE',
  path: '/api/me/moderated-channels/:channelId',
  tag: 'chat',
  summary: 'Stop moderating the chats of a channel. Idempotent',
  access: 'viewer',
  perMinute: 60,
  params: byChannel,
  response: z.void(),
});
