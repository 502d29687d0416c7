/** Thumbnails of the live streams, and the process that renders small images of keyframes. */
export { Thumbnailer, type ThumbnailerOptions } from './thumbnailer.ts';
