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

export const BROADCASTS_PAGE_MAX = 100;

export const listMyBroadcasts = endpoint({
  method: 'GET',
  path: '/api/me/broadcasts',
  tag: 'statistics',
  summary: "The signed-in streamer's past broadcasts with their figures",
  access: 'streamer',
  query: pageQuery.extend({
    sort: z.enum(BROADCAST_SORTS).default('startedAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    limit: z.coerce.number().int().min(1).max(BROADCASTS_PAGE_MAX).default(20),
  }),
  response: pageOf(broadcastFigures),
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
