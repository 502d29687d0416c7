/** Statistics of a creator's own streams. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { category, streamId } from '../shared/fields.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byStream, order } from '../shared/params.ts';

/** A stream with its statistics; of a live stream, up to now. */
export const streamStatistics = z.object({
  id: streamId,
  title: z.string(),
  category,
  slug: z.string(),
  thumbnailUrl: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** Null while live. */
  endedAt: z.iso.datetime().nullable(),
  durationSeconds: z.int().nonnegative(),
  peakViewers: z.int().nonnegative(),
  averageViewers: z.number().nonnegative(),
  /** Sum of all viewers' watch times, live. */
  watchedSeconds: z.int().nonnegative(),
  /** Live and since, as on the page of the stream. */
  views: z.int().nonnegative(),
});
export type StreamStatistics = z.infer<typeof streamStatistics>;

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
  order,
});
export type MyStreamOrder = z.output<typeof myStreamOrder>;

export const MY_STREAMS_PAGE_SIZE = 20;

export const listMyStreams = endpoint({
  method: 'GET',
  path: '/api/me/streams',
  tag: 'statistics',
  summary: `List the signed-in streamer's past streams with statistics, ${MY_STREAMS_PAGE_SIZE} per page`,
  access: 'streamer',
  query: myStreamOrder.extend(pageQuery.shape),
  response: pageOf(streamStatistics),
});

export const exportMyStreams = endpoint({
  ...csvExport,
  path: '/api/me/streams.csv',
  tag: 'statistics',
  summary: 'Export the signed-in streamer’s past streams as CSV',
  access: 'streamer',
  query: myStreamOrder,
});

/** Viewer count at one moment of a stream. */
export const viewerSample = z.object({
  at: z.iso.datetime(),
  viewers: z.int().nonnegative(),
});
export type ViewerSample = z.infer<typeof viewerSample>;

/** Older samples are deleted; the totals of a stream stay. */
export const VIEWER_SAMPLES_KEPT_DAYS = 180;

/** Points per chart. Of a longer stream, each point covers several minutes. */
export const VIEWER_SAMPLES_MAX = 480;

export const getLatestStream = endpoint({
  method: 'GET',
  path: '/api/me/streams/latest',
  tag: 'statistics',
  summary: 'Get the current or most recent stream with its viewers over time',
  access: 'streamer',
  response: z.object({
    /** Null before the first stream. */
    stream: streamStatistics.nullable(),
    samples: z.array(viewerSample),
  }),
});

export const getStreamViewers = endpoint({
  method: 'GET',
  path: '/api/me/streams/:id/viewers',
  tag: 'statistics',
  summary: 'Get a stream of the signed-in streamer with its viewers over time',
  access: 'streamer',
  params: byStream,
  response: z.object({ stream: streamStatistics, samples: z.array(viewerSample) }),
});

export const FOLLOWER_GROWTH_DAYS = 90;

export const followerGrowth = z.object({
  followers: z.int().nonnegative(),
  /** New followers who still follow, by day (UTC), oldest first; the last day is today. */
  days: z.array(z.object({ day: z.iso.date(), gained: z.int().nonnegative() })),
});
export type FollowerGrowth = z.infer<typeof followerGrowth>;

export const getFollowerGrowth = endpoint({
  method: 'GET',
  path: '/api/me/followers/growth',
  tag: 'statistics',
  summary: `Count the signed-in streamer's new followers per day over the last ${FOLLOWER_GROWTH_DAYS} days`,
  access: 'streamer',
  perMinute: 60,
  response: followerGrowth,
});
