/** Thumbnails of the live streams. */
export { Thumbnailer, type ThumbnailerOptions } from './thumbnailer.ts';
