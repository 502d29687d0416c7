/** Thumbnailer: a picture of each live stream, now and then. */
export { Thumbnailer, type ThumbnailerOptions } from './thumbnailer.ts';
