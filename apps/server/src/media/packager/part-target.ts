import { TIMESCALE } from '../unit.ts';

/** The regularity of a track's frames, with times in ticks of its timescale. */
export interface FrameTiming {
  /** The usual interval between frames. */
  readonly frame: number;
  /** How much longer than a whole number of frames a run of frames may be. */
  readonly jitter: number;
  /** Whether nearly all intervals are that long. If not, `frame` is their mean. */
  readonly regular: boolean;
}

/** RTMP's timestamps are whole milliseconds; rounding both ends makes a part at most this much longer. */
const ROUNDING = TIMESCALE / 1000;
/** Tolerance for fitting frames into a target: ten frames at 29.97 fps are 0.1 % longer than 1/3 s. */
const FIT_TOLERANCE = 1.01;
/** The most jitter, in frames, that is added to the declared target. */
const MAX_JITTER = 0.5;
const REGULAR_SHARE = 0.8;

/** The frame timing of a video track, from decode times in ticks of 1/90,000 s; null for fewer than three. */
export function observeFrames(times: readonly number[]): FrameTiming | null {
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  if (steps.length < 2) return null;
  const sorted = steps.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  const usual = steps.filter((step) => Math.abs(step - median) <= ROUNDING * 2 + median * 0.1);
  const regular = usual.length >= steps.length * REGULAR_SHARE;
  const counted = regular ? usual : steps;
  const frame = counted.reduce((sum, step) => sum + step, 0) / counted.length;
  // The spread of the accumulated drift bounds the jitter of any run of frames.
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

/** The timing of a track whose frames all have the same duration. */
export function exactFrames(frame: number): FrameTiming {
  return { frame, jitter: 0, regular: true };
}

/** The timing of a track whose claimed frame rate is all that is known. */
export function claimedFrames(framesPerSecond: number): FrameTiming {
  return { frame: TIMESCALE / framesPerSecond, jitter: ROUNDING * 2, regular: true };
}

/**
 * The PART-TARGET to declare, in seconds: as many whole frames as fit into the configured target (at
 * least one), plus their jitter, rounded up to the millisecond. Parts of that many frames are never
 * longer than it, and never shorter than 85 % of it (RFC 8216bis section 4.4.3.7). For irregular
 * frames it is the configured target.
 */
export function choosePartTarget(
  configuredSeconds: number,
  timing: FrameTiming | null,
  timescale: number,
): number {
  if (timing === null || !timing.regular) return ceilToMillisecond(configuredSeconds);
  const frames = Math.max(1, Math.floor((configuredSeconds * timescale * FIT_TOLERANCE) / timing.frame));
  const jitter = Math.min(timing.jitter, timing.frame * MAX_JITTER, (frames * timing.frame) / 10);
  return ceilToMillisecond((frames * timing.frame + jitter) / timescale);
}

function ceilToMillisecond(seconds: number): number {
  return Math.ceil(seconds * 1000 - 1e-6) / 1000;
}
