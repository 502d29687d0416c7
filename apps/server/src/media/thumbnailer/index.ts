/** Thumbnails of the live streams, and the process that renders small images of keyframes. */
export type { Keyframe } from './thumbnail.ts';
export { Thumbnailer, type ThumbnailerOptions } from './thumbnailer.ts';
