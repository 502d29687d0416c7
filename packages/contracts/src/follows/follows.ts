/** Which channels somebody follows. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { featuredStream } from '../live/streams.ts';
import { topic } from '../realtime/topic.ts';
import { endpoint } from '../shared/endpoint.ts';
import { userId } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byUsername } from '../shared/params.ts';

const byStreamer = z.object({ streamerId: userId });

/** The notifications that a follower gets of a channel. */
export const FOLLOW_NOTIFICATIONS = ['all', 'live', 'none'] as const;
export const followNotifications = z
  .enum(FOLLOW_NOTIFICATIONS)
  .describe('`all`: streams and events. `live`: streams only');
export type FollowNotifications = z.infer<typeof followNotifications>;

export const followState = z.object({
  streamerId: userId,
  followers: z.int().nonnegative(),
  following: z.boolean().describe('Whether the signed-in user follows; false when signed out'),
  notifications: followNotifications.nullable().describe('Null if the signed-in user does not follow'),
});
export type FollowState = z.infer<typeof followState>;

export const getFollowState = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/followers',
  tag: 'following',
  summary: 'Get the follower count of a channel, and whether the caller follows it',
  access: 'public',
  params: byUsername,
  response: followState,
});

export const putFollow = endpoint({
  method: 'PUT',
  path: '/api/me/following/:streamerId',
  tag: 'following',
  summary: 'Follow a channel. Idempotent',
  access: 'viewer',
  perMinute: 60,
  params: byStreamer,
  response: followState,
});

export const deleteFollow = endpoint({
  method: 'DELETE',
  path: '/api/me/following/:streamerId',
  tag: 'following',
  summary: 'Unfollow a channel',
  access: 'viewer',
  perMinute: 60,
  params: byStreamer,
  response: followState,
});

export const putFollowNotifications = endpoint({
  method: 'PUT',
  path: '/api/me/following/:streamerId/notifications',
  tag: 'following',
  summary: 'Choose what a followed channel notifies of',
  access: 'viewer',
  perMinute: 60,
  params: byStreamer,
  body: z.object({ notifications: followNotifications }),
  response: followState,
});

export const FOLLOWING_PAGE_SIZE = 24;

export const followedChannel = z.object({
  streamer: streamerSummary,
  followers: z.int().nonnegative(),
  followedAt: z.iso.datetime(),
  notifications: followNotifications,
  /** Its live stream. */
  live: featuredStream.nullable(),
});
export type FollowedChannel = z.infer<typeof followedChannel>;

export const listFollowing = endpoint({
  method: 'GET',
  path: '/api/me/following',
  tag: 'following',
  summary: `List followed channels: live ones first, then the most recently followed, ${FOLLOWING_PAGE_SIZE} per page`,
  access: 'viewer',
  query: pageQuery,
  response: pageOf(followedChannel),
});

/** The complete list of followed channels has the rest. */
export const FOLLOWED_LIVE_LIMIT = 50;

export const listFollowedLive = endpoint({
  method: 'GET',
  path: '/api/me/following/live',
  tag: 'following',
  summary: `List up to ${FOLLOWED_LIVE_LIMIT} live streams of followed channels, most viewers first`,
  access: 'viewer',
  response: z.object({ streams: z.array(featuredStream) }),
});

/** The same list, as it changes. A patch is what one channel has live now, or that it is offline (null). */
export const followingTopic = topic({
  name: 'following',
  access: 'viewer',
  personal: true,
  snapshot: listFollowedLive.response,
  patch: z.object({ streamerId: userId, live: featuredStream.nullable() }),
});
