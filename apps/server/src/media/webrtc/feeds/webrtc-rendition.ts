import type { VideoRendition } from '../../transcoder/outputs.ts';
import type { VideoTrack } from '../../unit.ts';

/** About 1.9 Mbps at 720p30, 4.4 Mbps at 1080p30. */
const BITS_PER_PIXEL = 0.07;
const DEFAULT_FRAME_RATE = 30;

/** The source's video in its own size as H.264 without B-frames. */
export function webRtcRendition({ width, height, frameRate }: VideoTrack): VideoRendition {
  const even = { width: width - (width % 2), height: height - (height % 2) };
  const bitsPerSecond = Math.round(
    even.width * even.height * (frameRate ?? DEFAULT_FRAME_RATE) * BITS_PER_PIXEL,
  );
  return { name: 'webrtc', ...even, frameRateDivisor: 1, bitsPerSecond: Math.max(bitsPerSecond, 250_000) };
}
