/** Limits of discovery that browsers need too; apart, so that they bring no zod along. */

/** `relevance` needs words to go by; without them it is `viewers`. */
export const DISCOVER_SORTS = ['relevance', 'viewers', 'newest'] as const;
export type DiscoverSort = (typeof DISCOVER_SORTS)[number];

export const DISCOVER_PAGE_SIZE = 24;
export const PEOPLE_PAGE_SIZE = 6;
export const PAST_STREAMS_PAGE_SIZE = 12;

export const SEARCH_MAX = 100;

/** Streams whose counts can be asked for at once. */
export const LIVE_COUNTS_MAX = 100;
