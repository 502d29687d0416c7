/** Limits of clips, without schemas. */

export const CLIP_MIN_MS = 5_000;
export const CLIP_MAX_MS = 60_000;
export const CLIP_TITLE_MAX = 100;
/** The length of the part of a stream from which viewers choose. */
export const CLIP_CHOICE_MS = 90_000;
export const CLIPS_PAGE_SIZE = 12;
/** The number of clips that one account can make in an hour. */
export const CLIPS_PER_HOUR = 20;
