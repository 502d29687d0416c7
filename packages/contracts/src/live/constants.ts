/** Limits and names without schemas. */

/** Heights of renditions that an instance can offer. */
export const TRANSCODING_HEIGHTS = [1440, 1080, 720, 480, 360, 240] as const;
export const TRANSCODING_MAX_CORES = 256;

/**
 * The ways in which viewers come to a stream: from a page of the instance, by a link that it sent, from another site, or by themselves.
 * `stream`: the page of another stream or recording; `other`: any other page of the instance.
 */
export const ENTRY_KINDS = [
  'home',
  'discover',
  'search',
  'channel',
  'stream',
  'notification',
  'raid',
  'other',
  'embed',
  'external',
  'direct',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Longer names of sites are not counted. */
export const ENTRY_HOST_MAX = 100;

/** The minutes of a stream that are counted: those of its first day. */
export const COUNTED_MINUTES = 24 * 60;

/** The minutes that a player reports at a time. */
export const PLAYED_MINUTES_MAX = 10;
