/** Decides which renditions a source can have. */
import type { VideoTrack } from '../unit.ts';
import type { VideoRendition } from './outputs.ts';

export interface LadderSource {
  readonly track: Pick<VideoTrack, 'codec' | 'width' | 'height' | 'frameRate'>;
  /** As measured; null where it is not known yet. */
  readonly frameRate: number | null;
  /** As measured; null where it is not known yet. */
  readonly bitsPerSecond: number | null;
}

export const DEFAULT_LADDER: readonly number[] = [720, 480, 240];

/** A rendition that is nearly as large as its source helps no viewer. */
const LARGEST_SHARE = 0.9;

/** Smaller renditions have half of the frames where the source has more than 30 a second. */
const FULL_RATE_HEIGHT = 720;
/** Measured rates are not exact. */
const FULL_RATE = 31;

/** 720p at 30 frames a second looks good with this much; others get what looks alike. */
const REFERENCE = { pixels: 1280 * 720, frameRate: 30, bitsPerSecond: 2_600_000 };
/** Larger frames need fewer bits a pixel, and more frames a second fewer bits a frame. */
const PIXELS_EXPONENT = 0.8;
const FRAME_RATE_EXPONENT = 0.5;
/** H.264 needs this many times the bits of the codecs that came after it. */
const H264_OVERHEAD = 1.6;
const LEAST_BITS_PER_SECOND = 100_000;

/**
 * The renditions of a source, the largest first. A source that is not H.264 gets one of its own size before them, so that
 * every browser plays it. Sizes are given by the shorter side, so that portrait video is as good as landscape.
 *
 * @param heights what the ladder offers, in pixels
 */
export function ladderOf(source: LadderSource, heights = DEFAULT_LADDER): VideoRendition[] {
  const { codec, width, height } = source.track;
  const short = Math.min(width, height);
  const sides = new Set(heights.map(evenBelow).filter((side) => side <= short * LARGEST_SHARE));
  const smaller = [...sides].sort((a, b) => b - a).map((side) => renditionOf(source, side));
  return codec === 'h264' ? smaller : [ownSizeOf(source), ...smaller];
}

/** A rendition of the source's own size, as H.264. */
export function ownSizeOf(source: LadderSource): VideoRendition {
  return renditionOf(source, Math.min(source.track.width, source.track.height));
}

/** A rendition by its shorter side, which is that of the source where the source is smaller; it keeps its name. */
export function renditionAt(source: LadderSource, side: number): VideoRendition {
  const short = Math.min(source.track.width, source.track.height);
  return { ...renditionOf(source, Math.min(side, short)), name: `${side}p` };
}

function renditionOf({ track, frameRate, bitsPerSecond }: LadderSource, side: number): VideoRendition {
  const short = Math.min(track.width, track.height);
  const scale = side / short;
  const isOwnSize = side === short;
  const sourceRate = frameRate ?? track.frameRate ?? REFERENCE.frameRate;
  const frameRateDivisor = !isOwnSize && side < FULL_RATE_HEIGHT && sourceRate > FULL_RATE ? 2 : 1;
  const size = {
    width: track.width === short ? evenBelow(side) : evenNear(track.width * scale),
    height: track.height === short ? evenBelow(side) : evenNear(track.height * scale),
  };
  const needed = neededBits(size.width * size.height, sourceRate / frameRateDivisor);
  // No rendition is better than its source.
  const overhead = track.codec === 'h264' ? 1 : H264_OVERHEAD;
  const available = bitsPerSecond === null ? Number.POSITIVE_INFINITY : bitsPerSecond * scale * overhead;
  const bits = Math.max(LEAST_BITS_PER_SECOND, Math.min(needed, available));
  return { name: `${side}p`, ...size, frameRateDivisor, bitsPerSecond: Math.round(bits / 1000) * 1000 };
}

function neededBits(pixels: number, frameRate: number): number {
  return (
    REFERENCE.bitsPerSecond *
    (pixels / REFERENCE.pixels) ** PIXELS_EXPONENT *
    (Math.max(15, Math.min(120, frameRate)) / REFERENCE.frameRate) ** FRAME_RATE_EXPONENT
  );
}

const evenBelow = (side: number) => Math.max(2, Math.floor(side / 2) * 2);
/** The nearer even number, since 4:2:0 has no odd sides; an odd number becomes the one below it. */
const evenNear = (side: number) => Math.max(2, Math.ceil(side / 2 - 0.5) * 2);
