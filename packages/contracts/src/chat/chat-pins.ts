/** The message that moderators pin above a chat, where it stays when newer messages arrive. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { byStream } from '../shared/params.ts';
import { CHAT_PIN_MAX_SECONDS } from './constants.ts';

export const chatPinRequest = z.object({
  number: z.int().positive().describe('The number of the message'),
  seconds: z
    .int('Enter a whole number of seconds.')
    .min(1, 'Enter at least 1 second.')
    .max(CHAT_PIN_MAX_SECONDS, `Use at most ${CHAT_PIN_MAX_SECONDS} seconds.`)
    .nullable()
    .default(null)
    .describe('How long it stays; null: until the stream ends'),
});
export type ChatPinRequest = z.infer<typeof chatPinRequest>;

export const putChatPin = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/chat/pin',
  tag: 'chat',
  summary: 'Pin a message above the chat in place of the one before, for its moderators',
  access: 'viewer',
  perMinute: 60,
  params: byStream,
  body: chatPinRequest,
  response: z.void(),
});

export const deleteChatPin = endpoint({
  method: 'DELETE',
  path: '/api/streams/:id/chat/pin',
  tag: 'chat',
  summary: 'Take the pinned message off the chat, for its moderators. Idempotent',
  access: 'viewer',
  perMinute: 60,
  params: byStream,
  response: z.void(),
});
