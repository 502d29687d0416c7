/** What a transcoder makes of a live stream. */
import type { AudioTrack, Track, Unit, VideoTrack } from '../unit.ts';

/** A video rendition to encode as H.264 without B-frames. */
export interface VideoRendition {
  /** In URLs and menus: `720p`. */
  readonly name: string;
  /** In pixels; even. */
  readonly width: number;
  readonly height: number;
  /** 2 keeps every second frame. */
  readonly frameRateDivisor: 1 | 2;
  readonly bitsPerSecond: number;
}

/**
 * Takes what was encoded. Times are those of the live stream: the frame that was encoded keeps its presentation time,
 * which is its decode time as well. Every keyframe of the source is a keyframe of its renditions.
 */
export interface TranscoderOutput<T extends Track = Track> {
  /** Called before the first unit, and again after a break where the track changed. */
  onTrack(track: T): void;
  onUnit(unit: Unit): void;
  /** Frames are missing or the source changed. The next video unit is a keyframe. */
  onBreak(): void;
}

/** One thing that a transcoder is to make. */
export type OutputRequest =
  | {
      readonly kind: 'video';
      readonly rendition: VideoRendition;
      readonly output: TranscoderOutput<VideoTrack>;
    }
  | { readonly kind: 'opus'; readonly output: TranscoderOutput<AudioTrack> };
