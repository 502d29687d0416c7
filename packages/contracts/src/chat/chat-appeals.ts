/** Appeals against bans from a channel's chats. */
import { z } from 'zod';
import { APPEAL_OUTCOMES, APPEAL_REPLY_MAX } from '../shared/appeals.ts';
import { endpoint } from '../shared/endpoint.ts';
import { appealText, textLines, userId } from '../shared/fields.ts';
import { byChannel } from './chat-settings.ts';

export const chatAppeal = z.object({
  text: z.string(),
  at: z.iso.datetime(),
  /** The reason of the moderator who upheld the ban, empty if they gave none; null: not decided yet. */
  refusal: z.string().nullable(),
});
export type ChatAppeal = z.infer<typeof chatAppeal>;

export const sendChatAppeal = endpoint({
  method: 'POST',
  path: '/api/chats/:channelId/appeal',
  tag: 'chat',
  summary: 'Appeal one’s own ban from a channel’s chats, once',
  access: 'viewer',
  perMinute: 10,
  params: byChannel,
  body: z.object({ text: appealText }),
  response: z.void(),
});

export const chatAppealDecision = z.object({
  outcome: z.enum(APPEAL_OUTCOMES),
  reply: textLines(APPEAL_REPLY_MAX).default('').describe('Sent to the banned person'),
});
export type ChatAppealDecision = z.output<typeof chatAppealDecision>;

export const decideChatAppeal = endpoint({
  method: 'PUT',
  path: '/api/chats/:channelId/bans/:userId/appeal/decision',
  tag: 'chat',
  summary:
    'Lift or uphold an appealed ban, for the chat’s moderators. Where there are several, one who did not ban the person decides',
  access: 'viewer',
  perMinute: 60,
  params: byChannel.extend({ userId }),
  body: chatAppealDecision,
  response: z.void(),
});
