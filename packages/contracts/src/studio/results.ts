/** The results of a stream besides the statistics of its viewers. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { byStream } from '../shared/params.ts';

export const streamResults = z.object({
  /** Browsers that watched while it was live. */
  uniqueViewers: z.int().nonnegative(),
  chatMessages: z.int().nonnegative(),
  chatters: z.int().nonnegative(),
  /** New followers who still follow. */
  followers: z.int().nonnegative(),
  donations: z.int().nonnegative(),
  /** New subscriptions, gifts included. */
  subscriptions: z.int().nonnegative(),
  raids: z.int().nonnegative(),
  /** Paid during the stream, less fees and what was taken back. */
  earnedCents: z.int(),
  currency: z.string(),
});
export type StreamResults = z.infer<typeof streamResults>;

export const getStreamResults = endpoint({
  method: 'GET',
  path: '/api/me/streams/:id/results',
  tag: 'studio',
  summary: 'Get what a stream of the signed-in streamer brought: messages, followers, support and income',
  access: 'streamer',
  perMinute: 60,
  params: byStream,
  response: streamResults,
});
