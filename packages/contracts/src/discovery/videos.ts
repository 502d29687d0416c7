/** Videos: the recordings that everybody may find, by category, search and channel. */
import { z } from 'zod';
import { gate, streamerSummary } from '../channels/channels.ts';
import { endpoint } from '../shared/endpoint.ts';
import { category, streamId, streamLanguage } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byStream, byUsername } from '../shared/params.ts';
import { storyboard } from '../shared/storyboard.ts';
import { SIMILAR_VIDEOS, VIDEO_LENGTHS, VIDEOS_PAGE_SIZE } from './constants.ts';
import { discoverFilter } from './discovery.ts';

/** A recording as a card shows it. */
export const video = z.object({
  id: streamId,
  title: z.string(),
  category,
  slug: z.string(),
  tags: z.array(z.string()),
  /** Null: its creator states none. */
  language: streamLanguage.nullable(),
  thumbnailUrl: z.string().nullable(),
  /** Viewers confirm before they see it. */
  isMature: z.boolean(),
  durationMs: z.int().nonnegative(),
  /** When its stream started. */
  startedAt: z.iso.datetime(),
  /** How often its stream was watched, live and since. */
  views: z.int().nonnegative(),
  /** Null: everybody may watch. */
  gate: gate.nullable(),
  /** URL of its multivariant playlist; null where a ticket or subscription is needed. */
  playbackUrl: z.string().nullable(),
  /** Null until it is made, and where a ticket or subscription is needed. */
  storyboard: storyboard.nullable(),
  streamer: streamerSummary,
});
export type Video = z.infer<typeof video>;

export const discoverVideos = endpoint({
  method: 'GET',
  path: '/api/discover/videos',
  tag: 'discovery',
  summary: `List recordings of a category or matching a search, newest first, ${VIDEOS_PAGE_SIZE} per page`,
  access: 'public',
  query: pageQuery.extend({
    ...discoverFilter.shape,
    length: z
      .enum(VIDEO_LENGTHS)
      .optional()
      .describe('Below 20 minutes, from 20 minutes to an hour, or from an hour'),
  }),
  response: pageOf(video),
});

export const listSimilarVideos = endpoint({
  method: 'GET',
  path: '/api/streams/:id/similar',
  tag: 'discovery',
  summary: `List recordings of other channels in the category of a stream, those with the same tags first, up to ${SIMILAR_VIDEOS}`,
  access: 'public',
  params: byStream,
  response: z.object({ videos: z.array(video) }),
});

export const listFollowedVideos = endpoint({
  method: 'GET',
  path: '/api/me/following/videos',
  tag: 'following',
  summary: `List the newest recordings of followed channels, up to ${VIDEOS_PAGE_SIZE}`,
  access: 'viewer',
  response: z.object({ videos: z.array(video) }),
});

export const listVideos = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/videos',
  tag: 'discovery',
  summary: `List a channel's recordings, newest first, ${VIDEOS_PAGE_SIZE} per page`,
  access: 'public',
  params: byUsername,
  query: pageQuery,
  response: pageOf(video),
});
