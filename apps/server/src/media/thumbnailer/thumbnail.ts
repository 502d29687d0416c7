/** What thumbnails are rendered from, and their format. Without FFmpeg, which only processes that may crash load. */
import type { VideoCodec } from '../unit.ts';

export const THUMBNAIL_WIDTH = 640;
export const THUMBNAIL_HEIGHT = 360;
export const THUMBNAIL_TYPE = 'image/webp';

export interface Keyframe {
  readonly codec: VideoCodec;
  /** The body of avcC, hvcC, av1C or vpcC. */
  readonly configuration: Uint8Array;
  /** The frame as an MP4 sample holds it. */
  readonly payload: Uint8Array;
}
