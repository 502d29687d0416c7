/** Polls of moderators, in which each person in the chat has one vote. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { streamId, textLine } from '../shared/fields.ts';
import { byStream } from '../shared/params.ts';
import {
  CHAT_POLL_MAX_SECONDS,
  CHAT_POLL_MIN_SECONDS,
  CHAT_POLL_OPTION_MAX,
  CHAT_POLL_OPTIONS_MAX,
  CHAT_POLL_QUESTION_MAX,
} from './constants.ts';

export const chatPollRequest = z.object({
  question: textLine(CHAT_POLL_QUESTION_MAX).min(1, 'Enter a question.'),
  options: z
    .array(textLine(CHAT_POLL_OPTION_MAX).min(1, 'Enter an option.'))
    .min(2, 'Enter at least 2 options.')
    .max(CHAT_POLL_OPTIONS_MAX, `Enter at most ${CHAT_POLL_OPTIONS_MAX} options.`)
    .refine(
      (options) => new Set(options.map((option) => option.toLowerCase())).size === options.length,
      'Enter options that differ.',
    ),
  seconds: z
    .int('Enter a whole number of seconds.')
    .min(CHAT_POLL_MIN_SECONDS, `Use at least ${CHAT_POLL_MIN_SECONDS} seconds.`)
    .max(CHAT_POLL_MAX_SECONDS, `Use at most ${CHAT_POLL_MAX_SECONDS / 60} minutes.`)
    .describe('The time in which people can vote'),
});
export type ChatPollRequest = z.infer<typeof chatPollRequest>;

export const chatPoll = z.object({
  id: z.uuid(),
  question: z.string(),
  options: z.array(z.object({ text: z.string(), votes: z.int().nonnegative() })),
  /** Whether the outcome is still open. */
  isOpen: z.boolean(),
  /** The time until voting closes; once the outcome is known, the time until the poll disappears. */
  leftMs: z.number().nonnegative(),
});
export type ChatPoll = z.infer<typeof chatPoll>;

/** A person's vote in the poll of a chat. */
export const chatVote = z.object({ pollId: z.uuid(), option: z.int().nonnegative() });
export type ChatVote = z.infer<typeof chatVote>;

const byPoll = z.object({ id: streamId, pollId: z.uuid() });

export const startChatPoll = endpoint({
  method: 'POST',
  path: '/api/streams/:id/chat/polls',
  tag: 'chat',
  summary: 'Start a poll in the chat of a stream, for its moderators',
  access: 'viewer',
  perMinute: 10,
  params: byStream,
  body: chatPollRequest,
  response: z.void(),
});

export const endChatPoll = endpoint({
  method: 'POST',
  path: '/api/streams/:id/chat/polls/:pollId/end',
  tag: 'chat',
  summary: 'End a poll before its time, for the chat’s moderators. Idempotent',
  access: 'viewer',
  perMinute: 30,
  params: byPoll,
  response: z.void(),
});

export const putChatVote = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/chat/polls/:pollId/vote',
  tag: 'chat',
  summary: 'Vote in a poll, once; the same vote again changes nothing',
  access: 'viewer',
  perMinute: 30,
  params: byPoll,
  body: chatVote.pick({ option: true }),
  response: z.void(),
});
