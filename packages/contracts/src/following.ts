/** Whom somebody follows, and what they saved and watched. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { streamId, userId } from './ids.ts';
import { featuredStream, streamerSummary } from './live.ts';
import { pageOf, pageQuery } from './paging.ts';

const byStreamer = z.object({ streamerId: userId });
const byStream = z.object({ id: streamId });

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

/** A stream in a list of one's own: running, or over. */
export const keptStream = featuredStream.extend({
  endedAt: z.iso.datetime().nullable(),
  playbackUrl: z.string().nullable().describe('Null once it has ended'),
});
export type KeptStream = z.infer<typeof keptStream>;

export const savedItem = z.object({ stream: keptStream, savedAt: z.iso.datetime() });
export type SavedItem = z.infer<typeof savedItem>;

export const listSaved = endpoint({
  method: 'GET',
  path: '/api/me/saved',
  tag: 'following',
  summary: `Saved streams, the last saved first, ${FOLLOWING_PAGE_SIZE} at a time`,
  access: 'viewer',
  query: pageQuery,
  response: pageOf(savedItem),
});

export const savedState = z.object({ saved: z.boolean() });

export const getSaved = endpoint({
  method: 'GET',
  path: '/api/me/saved/:id',
  tag: 'following',
  summary: 'Whether one has saved a stream',
  access: 'viewer',
  params: byStream,
  response: savedState,
});

export const putSaved = endpoint({
  method: 'PUT',
  path: '/api/me/saved/:id',
  tag: 'following',
  summary: 'Save a stream; done again it changes nothing',
  access: 'viewer',
  params: byStream,
  response: savedState,
});

export const deleteSaved = endpoint({
  method: 'DELETE',
  path: '/api/me/saved/:id',
  tag: 'following',
  summary: 'Take a stream off the saved ones',
  access: 'viewer',
  params: byStream,
  response: savedState,
});

export const watchedItem = z.object({
  stream: keptStream,
  firstWatchedAt: z.iso.datetime(),
  lastWatchedAt: z.iso.datetime(),
  secondsWatched: z.int().nonnegative(),
});
export type WatchedItem = z.infer<typeof watchedItem>;

export const listWatched = endpoint({
  method: 'GET',
  path: '/api/me/history',
  tag: 'following',
  summary: `What one has watched, the last watched first, ${FOLLOWING_PAGE_SIZE} at a time`,
  access: 'viewer',
  query: pageQuery,
  response: pageOf(watchedItem),
});

export const deleteWatched = endpoint({
  method: 'DELETE',
  path: '/api/me/history/:id',
  tag: 'following',
  summary: 'Take one stream out of the watch history',
  access: 'viewer',
  params: byStream,
  response: z.void(),
});

export const clearWatched = endpoint({
  method: 'DELETE',
  path: '/api/me/history',
  tag: 'following',
  summary: 'Clear the watch history',
  access: 'viewer',
  response: z.void(),
});

export const viewerOverview = z.object({
  following: z.int().nonnegative(),
  live: z.int().nonnegative().describe('How many of them are on air'),
  saved: z.int().nonnegative(),
  watched: z.int().nonnegative().describe('Streams in the watch history'),
  secondsWatched: z.int().nonnegative(),
});
export type ViewerOverview = z.infer<typeof viewerOverview>;

export const getViewerOverview = endpoint({
  method: 'GET',
  path: '/api/me/viewer-overview',
  tag: 'following',
  summary: "The figures of a viewer's dashboard",
  access: 'viewer',
  response: viewerOverview,
});
