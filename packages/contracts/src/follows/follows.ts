/** Which channels somebody follows. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { featuredStream } from '../live/streams.ts';
import { endpoint } from '../shared/endpoint.ts';
import { userId } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/paging.ts';

const byStreamer = z.object({ streamerId: userId });

export const followState = z.object({
  streamerId: userId,
  followers: z.int().nonnegative(),
  following: z.boolean().describe('Whether the signed-in person does; false for a visitor'),
});
export type FollowState = z.infer<typeof followState>;

export const getFollowState = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/followers',
  tag: 'following',
  summary: 'How many follow a channel, and whether the caller does',
  access: 'public',
  params: z.object({ username: z.string().max(64) }),
  response: followState,
});

export const putFollow = endpoint({
  method: 'PUT',
  path: '/api/me/following/:streamerId',
  tag: 'following',
  summary: 'Follow a channel; done again it changes nothing',
  access: 'viewer',
  perMinute: 60,
  params: byStreamer,
  response: followState,
});

export const deleteFollow = endpoint({
  method: 'DELETE',
  path: '/api/me/following/:streamerId',
  tag: 'following',
  summary: 'Follow a channel no longer',
  access: 'viewer',
  perMinute: 60,
  params: byStreamer,
  response: followState,
});

export const FOLLOWING_PAGE_SIZE = 24;

export const followedChannel = z.object({
  streamer: streamerSummary,
  followers: z.int().nonnegative(),
  followedAt: z.iso.datetime(),
  /** Its running stream. */
  live: featuredStream.nullable(),
});
export type FollowedChannel = z.infer<typeof followedChannel>;

export const listFollowing = endpoint({
  method: 'GET',
  path: '/api/me/following',
  tag: 'following',
  summary: `The channels one follows: those on air first, then the newest follows, ${FOLLOWING_PAGE_SIZE} at a time`,
  access: 'viewer',
  query: pageQuery,
  response: pageOf(followedChannel),
});

/** Who follows more channels that are on air at once finds the rest of them in the whole list. */
export const FOLLOWED_LIVE_LIMIT = 50;

export const listFollowedLive = endpoint({
  method: 'GET',
  path: '/api/me/following/live',
  tag: 'following',
  summary: `Up to ${FOLLOWED_LIVE_LIMIT} streams of followed channels that run now, most viewers first`,
  access: 'viewer',
  response: z.object({ streams: z.array(featuredStream) }),
});

export const FOLLOWED_AMONG_MAX = 100;

export const listFollowedAmong = endpoint({
  method: 'POST',
  path: '/api/me/following/among',
  tag: 'following',
  summary: 'Which of these channels one follows',
  access: 'viewer',
  body: z.object({ streamerIds: z.array(userId).max(FOLLOWED_AMONG_MAX) }),
  response: z.object({ followed: z.array(userId) }),
});
