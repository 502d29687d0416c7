import type { Clip } from '../../../src/demo/content/clip.ts';
import { AAC_TRACK, audioUnits, interleave, VIDEO_TRACK, videoUnits } from './units.ts';

const SECONDS = 8;

/** A clip of the demo with generated payloads. */
export const loopingClip = (): Clip => ({
  duration: SECONDS * 90_000,
  tracks: { video: { ...VIDEO_TRACK, frameRate: 30 }, audio: AAC_TRACK },
  units: interleave(
    videoUnits({ framesPerSecond: 30, keyframeSeconds: 4, reorder: 0, from: 0, seconds: SECONDS }),
    audioUnits({ from: 0, seconds: SECONDS }),
  ),
});
