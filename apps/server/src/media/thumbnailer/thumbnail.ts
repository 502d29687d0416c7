/**
 * The input of thumbnails, and their format. This file does not load FFmpeg, which only processes that may crash load.
 */
import type { VideoCodec } from '../unit.ts';

export const THUMBNAIL_WIDTH = 640;
export const THUMBNAIL_HEIGHT = 360;
export const THUMBNAIL_TYPE = 'image/webp';

export interface Keyframe {
  readonly codec: VideoCodec;
  /** The body of avcC, hvcC, av1C or vpcC. */
  readonly configuration: Uint8Array;
  /** The frame in the form of an MP4 sample. */
  readonly payload: Uint8Array;
}
