/** A person's messages in the channel and the decisions about them, which moderators read before they decide. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { streamId, userId } from '../shared/fields.ts';
import { byChannel } from './chat-settings.ts';
import { CHAT_ACTS } from './constants.ts';

export const chatPersonHistory = z.object({
  /** The messages, newest first. */
  messages: z.array(
    z.object({
      streamId,
      number: z.int(),
      text: z.string().nullable().describe('Null: deleted'),
      sentAt: z.iso.datetime(),
    }),
  ),
  /** The decisions, newest first. */
  acts: z.array(
    z.object({
      id: z.uuid(),
      act: z.enum(CHAT_ACTS),
      at: z.iso.datetime(),
      by: z.string().nullable().describe('The username; null: the account is gone'),
      reason: z.string(),
      until: z.iso.datetime().nullable().describe('Of a ban; null: permanently'),
    }),
  ),
});
export type ChatPersonHistory = z.infer<typeof chatPersonHistory>;

export const getChatPersonHistory = endpoint({
  method: 'GET',
  path: '/api/chats/:channelId/history/:userId',
  tag: 'chat',
  summary:
    'Get what somebody wrote last in a channel’s chats and what was done about them, for its moderators',
  access: 'viewer',
  perMinute: 120,
  params: byChannel.extend({ userId }),
  response: chatPersonHistory,
});
