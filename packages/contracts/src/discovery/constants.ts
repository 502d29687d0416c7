/** Values without schemas, so that pages that need only these load no zod. */

/** `relevance`: the best match of a search; without one, streams in the viewer’s languages first. */
export const DISCOVER_SORTS = ['relevance', 'viewers', 'newest'] as const;
export type DiscoverSort = (typeof DISCOVER_SORTS)[number];

/** Values of the access filter: open to everybody, or gated by a gate of this kind. */
export const DISCOVER_ACCESS = ['free', 'subscribers', 'event'] as const;
export type DiscoverAccess = (typeof DISCOVER_ACCESS)[number];

/** The lengths of videos, from a number of minutes up to another one. */
export const VIDEO_LENGTHS = ['short', 'medium', 'long'] as const;
export type VideoLength = (typeof VIDEO_LENGTHS)[number];
export const VIDEO_LENGTH_MINUTES: Readonly<Record<VideoLength, readonly [from: number, below: number]>> = {
  short: [0, 20],
  medium: [20, 60],
  long: [60, Number.POSITIVE_INFINITY],
};

/** The most offline channels that are listed. */
export const OFFLINE_CHANNELS_LIMIT = 9;
/** The most live streams of followed categories that are listed. */
export const CATEGORY_STREAMS_LIMIT = 12;

export const DISCOVER_PAGE_SIZE = 24;
export const CHANNELS_PAGE_SIZE = 6;
export const PAST_STREAMS_PAGE_SIZE = 12;
export const VIDEOS_PAGE_SIZE = 12;
export const SIMILAR_VIDEOS = 8;

export const SEARCH_MAX = 100;

/** Streams per request for viewer counts. */
export const LIVE_COUNTS_MAX = 100;
