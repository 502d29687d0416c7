import type { QualityChange, Source } from '../sources/source.ts';
import type { ConnectionFigures } from '../webrtc/connection-monitor.ts';
import { bufferedAhead, type MediaElement } from './media-element.ts';

/** Bitrates are averaged over this many seconds of media. */
const BITRATE_WINDOW_SECONDS = 8;

/** The bitrate of received media, averaged over its last seconds, however it was split into requests. */
export class BitrateMeter {
  #chunks: { readonly end: number; readonly seconds: number; readonly bits: number }[] = [];

  /** Counts `bytes` that hold one track's media from `start` to `end`, in seconds of media time. */
  add(start: number, end: number, bytes: number): void {
    this.#chunks = this.#chunks.filter(
      (chunk) => chunk.end > end - BITRATE_WINDOW_SECONDS && chunk.end < end,
    );
    this.#chunks.push({ end, seconds: end - start, bits: bytes * 8 });
  }

  /** Kilobits per second, or null until there is a second of media. */
  get kbps(): number | null {
    let seconds = 0;
    let bits = 0;
    for (const chunk of this.#chunks) {
      seconds += chunk.seconds;
      bits += chunk.bits;
    }
    return seconds < 1 ? null : bits / seconds / 1000;
  }
}

/** Displayed frames per second, from a running count of frames. */
export class FrameRateMeter {
  #measuredAt = 0;
  #count = 0;
  #perSecond: number | null = null;

  /** @returns the rate given that `count` frames had been shown at `now` (milliseconds), or null until known */
  measure(now: number, count: number): number | null {
    const seconds = (now - this.#measuredAt) / 1000;
    if (seconds < 0.9) return this.#perSecond;
    // An average over a long gap between two measurements would not describe the present.
    this.#perSecond = this.#measuredAt > 0 && seconds < 5 ? (count - this.#count) / seconds : null;
    this.#measuredAt = now;
    this.#count = count;
    return this.#perSecond;
  }
}

export interface PlaybackStatistics {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number | null;
  readonly droppedFrames: number;
  readonly totalFrames: number;
  readonly bitrateKbps: number | null;
  readonly codecs: string | null;
  readonly quality: string | null;
  /** The measured bandwidth. */
  readonly bandwidthKbps: number | null;
  readonly lastChange: QualityChange | null;
  readonly bufferedSeconds: number;
  /** Seconds behind live. */
  readonly latency: number | null;
  readonly targetLatency: number | null;
  /** Null where the stream is not played over WebRTC. */
  readonly connection: ConnectionFigures | null;
}

/** What `source` receives and `video` shows at `now` (milliseconds). */
export function collectStatistics(
  video: MediaElement,
  source: Source | null,
  frameRate: FrameRateMeter,
  now: number,
): PlaybackStatistics {
  // Old browsers do not have it.
  const quality = video.getVideoPlaybackQuality?.();
  const totalFrames = quality?.totalVideoFrames ?? 0;
  return {
    width: video.videoWidth,
    height: video.videoHeight,
    framesPerSecond: frameRate.measure(now, totalFrames),
    droppedFrames: quality?.droppedVideoFrames ?? 0,
    totalFrames,
    bitrateKbps: source?.bitrateKbps ?? null,
    codecs: source?.codecs ?? null,
    quality: source?.playingQuality ?? null,
    bandwidthKbps: source?.bandwidthKbps ?? null,
    lastChange: source?.lastChange ?? null,
    bufferedSeconds: bufferedAhead(video),
    latency: source?.latency ?? null,
    targetLatency: source?.declaredLatency ?? null,
    connection: source?.connection ?? null,
  };
}
