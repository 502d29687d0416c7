/** Values without schemas, so that pages that need only these load no zod. */

/** `relevance` applies to searches; without a query it means `viewers`. */
export const DISCOVER_SORTS = ['relevance', 'viewers', 'newest'] as const;
export type DiscoverSort = (typeof DISCOVER_SORTS)[number];

export const DISCOVER_PAGE_SIZE = 24;
export const CHANNELS_PAGE_SIZE = 6;
export const PAST_STREAMS_PAGE_SIZE = 12;
export const VIDEOS_PAGE_SIZE = 12;

export const SEARCH_MAX = 100;

/** Streams per request for viewer counts. */
export const LIVE_COUNTS_MAX = 100;
