import type { FrameRate } from './frame-rate.ts';
import type { PlayerStats } from './player-types.ts';
import type { Source } from './sources/source.ts';

/** Seconds of media ahead of the playhead without a gap. */
export function bufferedAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= currentTime + 0.1 && currentTime < buffered.end(i)) {
      return buffered.end(i) - currentTime;
    }
  }
  return 0;
}

/** What arrives from `source` and what `video` makes of it, now. */
export function measure(video: HTMLVideoElement, source: Source | null, frameRate: FrameRate): PlayerStats {
  const quality = video.getVideoPlaybackQuality?.();
  const totalFrames = quality?.totalVideoFrames ?? 0;
  return {
    width: video.videoWidth,
    height: video.videoHeight,
    framesPerSecond: frameRate.measure(performance.now(), totalFrames),
    droppedFrames: quality?.droppedVideoFrames ?? 0,
    totalFrames,
    bitrateKbps: source?.bitrateKbps ?? null,
    codecs: source?.codecs ?? null,
    bufferedSeconds: bufferedAhead(video),
    latency: source?.latency ?? null,
    targetLatency: source?.declaredLatency ?? null,
    playbackRate: video.playbackRate,
  };
}
