/** What creators learn about their own streams. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { category, streamId } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/paging.ts';

/** A stream with its figures; of one that runs, as they are by now. */
export const streamFigures = z.object({
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
export type StreamFigures = z.infer<typeof streamFigures>;

export const MY_STREAM_SORTS = [
  'startedAt',
  'durationSeconds',
  'peakViewers',
  'averageViewers',
  'watchedSeconds',
] as const;
export type MyStreamSort = (typeof MY_STREAM_SORTS)[number];

const myStreamOrder = z.object({
  sort: z.enum(MY_STREAM_SORTS).default('startedAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type MyStreamOrder = z.output<typeof myStreamOrder>;

export const MY_STREAMS_PAGE_SIZE = 20;

export const listMyStreams = endpoint({
  method: 'GET',
  path: '/api/me/streams',
  tag: 'statistics',
  summary: `The signed-in streamer's past streams with their figures, ${MY_STREAMS_PAGE_SIZE} at a time`,
  access: 'streamer',
  query: myStreamOrder.extend(pageQuery.shape),
  response: pageOf(streamFigures),
});

export const exportMyStreams = endpoint({
  method: 'GET',
  path: '/api/me/streams.csv',
  tag: 'statistics',
  summary: 'The same streams as a table for a spreadsheet, whole',
  access: 'streamer',
  perMinute: 10,
  query: myStreamOrder,
  download: 'text/csv',
  response: z.unknown(),
});

/** How many watched at one moment of a stream. */
export const viewerSample = z.object({
  at: z.iso.datetime(),
  viewers: z.int().nonnegative(),
});
export type ViewerSample = z.infer<typeof viewerSample>;

/** A chart has no more points than this; of a longer stream each stands for several minutes. */
export const VIEWER_SAMPLES_MAX = 480;

export const getLatestStream = endpoint({
  method: 'GET',
  path: '/api/me/streams/latest',
  tag: 'statistics',
  summary: 'The running stream, or the last one, with its viewers over time',
  access: 'streamer',
  response: z.object({
    /** Null before the first one. */
    stream: streamFigures.nullable(),
    samples: z.array(viewerSample),
  }),
});

export const getStreamViewers = endpoint({
  method: 'GET',
  path: '/api/me/streams/:id/viewers',
  tag: 'statistics',
  summary: 'One stream of the signed-in streamer with its viewers over time',
  access: 'streamer',
  params: z.object({ id: streamId }),
  response: z.object({ stream: streamFigures, samples: z.array(viewerSample) }),
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
