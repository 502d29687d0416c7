/** Who is live, found by category and by words, and what channels have shown before. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { featuredStream } from '../live/streams.ts';
import { CATEGORY_MENU, categorySlug } from '../shared/categories.ts';
import { endpoint } from '../shared/endpoint.ts';
import { category, streamId } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/paging.ts';
import {
  DISCOVER_PAGE_SIZE,
  DISCOVER_SORTS,
  LIVE_COUNTS_MAX,
  PAST_STREAMS_PAGE_SIZE,
  PEOPLE_PAGE_SIZE,
  SEARCH_MAX,
} from './constants.ts';

export const discoverSort = z.enum(DISCOVER_SORTS);

/** As `?category=` has it: `all`, `live`, or a category. */
export const categorySlugs = z.enum(CATEGORY_MENU.map(categorySlug));

const searchWords = z.string().trim().max(SEARCH_MAX, `Search for at most ${SEARCH_MAX} characters.`);

export const getDiscover = endpoint({
  method: 'GET',
  path: '/api/discover',
  tag: 'discovery',
  summary: `Live streams of a category, or those that words lead to, ${DISCOVER_PAGE_SIZE} at a time. A stream whose viewers change meanwhile may come twice; by its id it is told`,
  access: 'public',
  query: pageQuery.extend({
    category: categorySlugs.default('all'),
    q: searchWords.default(''),
    sort: discoverSort.default('relevance'),
  }),
  response: pageOf(featuredStream),
});

/** A channel that words lead to. */
export const foundChannel = z.object({
  streamer: streamerSummary,
  followers: z.int().nonnegative(),
  /** Its running stream. */
  live: featuredStream.nullable(),
});
export type FoundChannel = z.infer<typeof foundChannel>;

export const findPeople = endpoint({
  method: 'GET',
  path: '/api/discover/people',
  tag: 'discovery',
  summary: `Channels that words lead to, best first, ${PEOPLE_PAGE_SIZE} at a time`,
  access: 'public',
  query: pageQuery.extend({ q: searchWords.min(1, 'Say whom to look for.') }),
  response: pageOf(foundChannel),
});

export const getLiveCounts = endpoint({
  method: 'GET',
  path: '/api/discover/counts',
  tag: 'discovery',
  summary: 'How many watch each of these streams now; one that is over, or hidden, is left out',
  access: 'public',
  query: z.object({
    ids: z
      .string()
      .max(LIVE_COUNTS_MAX * 37)
      .transform((ids) => ids.split(','))
      .pipe(z.array(streamId).max(LIVE_COUNTS_MAX))
      .describe(`Up to ${LIVE_COUNTS_MAX} ids of streams, with commas between them`),
  }),
  response: z.object({
    streams: z.array(z.object({ id: streamId, currentViewers: z.int().nonnegative() })),
  }),
});

/** An entry of the menu of categories, with what is live in it. */
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
  summary: 'The menu of categories, each with its live streams and their viewers',
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
  summary: `A channel's past streams, the last one first, ${PAST_STREAMS_PAGE_SIZE} at a time`,
  access: 'public',
  params: z.object({ username: z.string().max(64) }),
  query: pageQuery,
  response: pageOf(pastStream),
});
