import { TIMESCALE } from '../unit.ts';

/** How a track's frames come, all in ticks of its timescale. */
export interface FrameTiming {
  /** The usual distance between frames. */
  readonly frame: number;
  /** How far a run of frames may be from a whole number of them. */
  readonly jitter: number;
  /** Whether nearly all frames are that far apart; if not, `frame` is the mean and tells little. */
  readonly regular: boolean;
}

/** Rounding both ends of a part to RTMP's milliseconds makes it at most this much longer. */
const ROUNDING = TIMESCALE / 1000;
/** 29.97 fps counts as 30 when frames are fitted into a target: ten of them are 0.1 % over 1/3 s. */
const FIT = 1.01;
/** Past this a track does not tick regularly enough to declare its jitter on top of whole frames. */
const MOST_JITTER = 0.5;
const REGULAR_SHARE = 0.8;

/** Learns the frame timing of a video track from decode times in ticks of 1/90,000 s; null from fewer than three. */
export function observeFrames(times: readonly number[]): FrameTiming | null {
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  if (steps.length < 2) return null;
  const sorted = steps.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  const usual = steps.filter((step) => Math.abs(step - median) <= ROUNDING * 2 + median * 0.1);
  const regular = usual.length >= steps.length * REGULAR_SHARE;
  const counted = regular ? usual : steps;
  const frame = counted.reduce((sum, step) => sum + step, 0) / counted.length;
  // Where each frame should be against where it is: the spread bounds the jitter of any run.
  let drift = 0;
  let least = 0;
  let most = 0;
  for (const step of usual) {
    drift += step - frame;
    least = Math.min(least, drift);
    most = Math.max(most, drift);
  }
  return { frame, jitter: Math.max(ROUNDING, most - least), regular };
}

/** A track whose frames are all exactly this long. */
export function exactFrames(frame: number): FrameTiming {
  return { frame, jitter: 0, regular: true };
}

/** A track of which only the claimed frame rate is known. */
export function claimedFrames(framesPerSecond: number): FrameTiming {
  return { frame: TIMESCALE / framesPerSecond, jitter: ROUNDING * 2, regular: true };
}

/**
 * The PART-TARGET to declare: as many whole frames as fit into the configured target (one at
 * least), their jitter added, rounded up to the millisecond. Parts of that many frames are then
 * never longer, and never shorter than 85 % of it (RFC 8216bis section 4.4.3.7). Frames that come
 * as they please leave nothing better than the configured target.
 */
export function choosePartTarget(
  configuredSeconds: number,
  timing: FrameTiming | null,
  timescale: number,
): number {
  if (timing === null || !timing.regular) return ceilToMillisecond(configuredSeconds);
  const frames = Math.max(1, Math.floor((configuredSeconds * timescale * FIT) / timing.frame));
  const jitter = Math.min(timing.jitter, timing.frame * MOST_JITTER, (frames * timing.frame) / 10);
  return ceilToMillisecond((frames * timing.frame + jitter) / timescale);
}

function ceilToMillisecond(seconds: number): number {
  return Math.ceil(seconds * 1000 - 1e-6) / 1000;
}
