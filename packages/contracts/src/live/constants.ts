/** Limits without schemas. */

/** Heights of renditions that an instance can offer. */
export const TRANSCODING_HEIGHTS = [1440, 1080, 720, 480, 360, 240] as const;
export const TRANSCODING_MAX_CORES = 256;
