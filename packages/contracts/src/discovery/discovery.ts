/** Live streams and channels by category and search, and the past streams of a channel. */
import { z } from 'zod';
import { streamerSummary, streamTag } from '../channels/channels.ts';
import { featuredStream } from '../live/streams.ts';
import { CATEGORY_MENU, categorySlug } from '../shared/categories.ts';
import { endpoint } from '../shared/endpoint.ts';
import { category, streamId, streamLanguage } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byUsername } from '../shared/params.ts';
import { streamLanguagesOf } from '../shared/stream-languages.ts';
import {
  CHANNELS_PAGE_SIZE,
  DISCOVER_ACCESS,
  DISCOVER_PAGE_SIZE,
  DISCOVER_SORTS,
  LIVE_COUNTS_MAX,
  PAST_STREAMS_PAGE_SIZE,
  SEARCH_MAX,
} from './constants.ts';

export const discoverSort = z.enum(DISCOVER_SORTS);

/** Value of `?category=`: `all`, `live` or a category's slug. */
export const categorySlugs = z.enum(CATEGORY_MENU.map(categorySlug));

export const searchWords = z.string().trim().max(SEARCH_MAX, `Use at most ${SEARCH_MAX} characters.`);

/** The filters of streams and recordings. */
export const discoverFilter = z.object({
  category: categorySlugs.default('all'),
  q: searchWords.default(''),
  language: streamLanguage.optional(),
  tag: streamTag.optional(),
  access: z.enum(DISCOVER_ACCESS).optional(),
});

export const getDiscover = endpoint({
  method: 'GET',
  path: '/api/discover',
  tag: 'discovery',
  summary: `List live streams of a category or matching a search, ${DISCOVER_PAGE_SIZE} per page. A stream whose viewer count changes between pages can appear twice, with the same id`,
  access: 'public',
  query: pageQuery.extend({
    ...discoverFilter.shape,
    sort: discoverSort.default('relevance'),
    prefer: z
      .string()
      .max(500)
      .default('')
      .transform((tags) => streamLanguagesOf(tags.split(',')))
      .describe('BCP 47 tags, separated by commas: `relevance` has streams in these languages first'),
  }),
  response: pageOf(featuredStream),
});

/** A channel that matches a search. */
export const channelSearchResult = z.object({
  streamer: streamerSummary,
  followers: z.int().nonnegative(),
  /** Its live stream. */
  live: featuredStream.nullable(),
});
export type ChannelSearchResult = z.infer<typeof channelSearchResult>;

export const searchChannels = endpoint({
  method: 'GET',
  path: '/api/discover/people',
  tag: 'discovery',
  summary: `Search channels, best match first, ${CHANNELS_PAGE_SIZE} per page`,
  access: 'public',
  query: pageQuery.extend({ q: searchWords.min(1, 'Enter a search term.') }),
  response: pageOf(channelSearchResult),
});

export const getLiveCounts = endpoint({
  method: 'GET',
  path: '/api/discover/counts',
  tag: 'discovery',
  summary: 'Get the current viewer counts of live streams. Ended and hidden streams are omitted',
  access: 'public',
  query: z.object({
    ids: z
      .string()
      .max(LIVE_COUNTS_MAX * 37)
      .transform((ids) => ids.split(','))
      .pipe(z.array(streamId).max(LIVE_COUNTS_MAX))
      .describe(`Up to ${LIVE_COUNTS_MAX} stream ids, separated by commas`),
  }),
  response: z.object({
    streams: z.array(z.object({ id: streamId, currentViewers: z.int().nonnegative() })),
  }),
});

/** An entry of the category menu with its live totals. */
export const liveCategory = z.object({
  name: z.enum(CATEGORY_MENU),
  slug: z.string(),
  streams: z.int().nonnegative(),
  viewers: z.int().nonnegative(),
});
export type LiveCategory = z.infer<typeof liveCategory>;

export const getCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  tag: 'discovery',
  summary: 'List the category menu with live streams and viewers per entry',
  access: 'public',
  response: z.object({ categories: z.array(liveCategory) }),
});

export const pastStream = z.object({
  id: streamId,
  title: z.string(),
  category,
  slug: z.string(),
  thumbnailUrl: z.string().nullable(),
  startedAt: z.iso.datetime(),
  durationSeconds: z.int().nonnegative(),
  peakViewers: z.int().nonnegative(),
});
export type PastStream = z.infer<typeof pastStream>;

export const listPastStreams = endpoint({
  method: 'GET',
  path: '/api/streamers/:username/streams',
  tag: 'discovery',
  summary: `List a channel's past streams, newest first, ${PAST_STREAMS_PAGE_SIZE} per page`,
  access: 'public',
  params: byUsername,
  query: pageQuery.extend({
    recorded: z
      .literal('false')
      .optional()
      .describe('Leaves out streams whose recordings are listed as videos'),
  }),
  response: pageOf(pastStream),
});
