/** What creators learn about their own broadcasts. */
import { z } from 'zod';
import { category } from './category.ts';
import { endpoint } from './endpoint.ts';
import { streamId } from './ids.ts';
import { pageOf, pageQuery } from './paging.ts';

/** A broadcast with its figures; of one that runs, as they are by now. */
export const broadcastFigures = z.object({
  id: streamId,
  title: z.string(),
  category,
  slug: z.string(),
  thumbnailUrl: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** Null while it runs. */
  endedAt: z.iso.datetime().nullable(),
  durationSeconds: z.int().nonnegative(),
  peakViewers: z.int().nonnegative(),
  averageViewers: z.number().nonnegative(),
  /** The sum over viewers of how long each watched. */
  watchedSeconds: z.int().nonnegative(),
  /** Browsers that watched, each counted once. */
  views: z.int().nonnegative(),
});
export type BroadcastFigures = z.infer<typeof broadcastFigures>;

export const BROADCAST_SORTS = [
  'startedAt',
  'durationSeconds',
  'peakViewers',
  'averageViewers',
  'watchedSeconds',
] as const;
export type BroadcastSort = (typeof BROADCAST_SORTS)[number];

const broadcastOrder = z.object({
  sort: z.enum(BROADCAST_SORTS).default('startedAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type BroadcastOrder = z.output<typeof broadcastOrder>;

export const MY_BROADCASTS_PAGE_SIZE = 20;

export const listMyBroadcasts = endpoint({
  method: 'GET',
  path: '/api/me/broadcasts',
  tag: 'statistics',
  summary: `The signed-in streamer's past broadcasts with their figures, ${MY_BROADCASTS_PAGE_SIZE} at a time`,
  access: 'streamer',
  query: broadcastOrder.extend(pageQuery.shape),
  response: pageOf(broadcastFigures),
});

export const exportMyBroadcasts = endpoint({
  method: 'GET',
  path: '/api/me/broadcasts.csv',
  tag: 'statistics',
  summary: 'The same broadcasts as a table for a spreadsheet, whole',
  access: 'streamer',
  perMinute: 10,
  query: broadcastOrder,
  download: 'text/csv',
  response: z.unknown(),
});

/** How many watched at one moment of a broadcast. */
export const viewerSample = z.object({
  at: z.iso.datetime(),
  viewers: z.int().nonnegative(),
});
export type ViewerSample = z.infer<typeof viewerSample>;

/** A chart has no more points than this; of a longer broadcast each stands for several minutes. */
export const VIEWER_SAMPLES_MAX = 480;

export const getLatestBroadcast = endpoint({
  method: 'GET',
  path: '/api/me/broadcasts/latest',
  tag: 'statistics',
  summary: 'The running broadcast, or the last one, with its viewers over time',
  access: 'streamer',
  response: z.object({
    /** Null before the first one. */
    broadcast: broadcastFigures.nullable(),
    samples: z.array(viewerSample),
  }),
});

export const getBroadcastViewers = endpoint({
  method: 'GET',
  path: '/api/me/broadcasts/:id/viewers',
  tag: 'statistics',
  summary: 'One broadcast of the signed-in streamer with its viewers over time',
  access: 'streamer',
  params: z.object({ id: streamId }),
  response: z.object({ broadcast: broadcastFigures, samples: z.array(viewerSample) }),
});

/** How far back the growth of a channel is told. */
export const FOLLOWER_GROWTH_DAYS = 90;

export const followerGrowth = z.object({
  followers: z.int().nonnegative(),
  /** One for each day (UTC) on which somebody followed who still does, the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), gained: z.int().positive() })),
});
export type FollowerGrowth = z.infer<typeof followerGrowth>;

export const getFollowerGrowth = endpoint({
  method: 'GET',
  path: '/api/me/followers/growth',
  tag: 'statistics',
  summary: `Who came to follow the signed-in streamer in the last ${FOLLOWER_GROWTH_DAYS} days, day by day`,
  access: 'streamer',
  perMinute: 60,
  response: followerGrowth,
});
