/** Limits without schemas. */

export const CLIP_MIN_MS = 5_000;
export const CLIP_MAX_MS = 60_000;
export const CLIP_TITLE_MAX = 100;
/** How much of a stream its viewers choose from at a time. */
export const CLIP_CHOICE_MS = 90_000;
export const CLIPS_PAGE_SIZE = 12;
/** Clips that one account can make in an hour. */
export const CLIPS_PER_HOUR = 20;
