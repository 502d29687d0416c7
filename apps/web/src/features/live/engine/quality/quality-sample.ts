/** What the choice of quality sees of the player, and what follows from it. */
import type { Rendition, SwitchReason } from './rendition.ts';

/** The part that is being downloaded. */
export interface RunningPart {
  readonly elapsedSeconds: number;
  /** How long `loadedBytes` took since the first byte, at least; null before that. */
  readonly bodySeconds: number | null;
  readonly loadedBytes: number;
  readonly remainingBytes: number;
}

/** One look at the player. */
export interface QualitySample {
  /** From any monotonic clock. */
  readonly nowSeconds: number;
  /** From the smallest to the largest. */
  readonly renditions: readonly Rendition[];
  /** The index of the one that is loaded. */
  readonly current: number;
  /** For each, whether the server makes it, as far as it is known. */
  readonly usable: readonly boolean[];
  /** For each, whether it is made already, so that a switch need not wait for the encoder. */
  readonly warm: readonly boolean[];
  /** Null before anything is known. */
  readonly estimateBps: number | null;
  readonly bufferedSeconds: number;
  readonly partSeconds: number;
  /** How much of the present segment a switch would load again, since it begins at a keyframe. */
  readonly intoSegmentSeconds: number;
  /** How much of it is still to be loaded again after the present part, because of a switch. */
  readonly againSeconds: number;
  /** Something has been played. */
  readonly hasStarted: boolean;
  /** How long a response takes to begin. */
  readonly responseSeconds: number;
  readonly running: RunningPart | null;
  /** How long the last part took, beside its duration: above 1, the buffer shrinks. */
  readonly lastPartLoad: number | null;
  /** The height of the player in physical pixels; null: unknown, or the page is hidden. */
  readonly viewHeight: number | null;
  /** The share of frames that were not displayed lately. */
  readonly droppedRatio: number;
  /** No larger one is wanted: the data saver. */
  readonly maxHeight: number | null;
}

export interface QualityDecision {
  readonly to: number;
  /** What is being downloaded is given up; otherwise the segment is finished first. */
  readonly isUrgent: boolean;
  readonly reason: SwitchReason;
}

/** The next part is requested while the present one arrives, where it is listed already: about half of the time. */
const WAITED_SHARE = 0.5;
/** Requests of a long round trip cannot use all of the bandwidth; this much of a part's duration they can. */
const MIN_TRANSFER_SHARE = 0.5;

/** The bandwidth that a rendition needs, with the wait for its responses. */
export function neededOf({ averageBps }: Rendition, { partSeconds, responseSeconds }: QualitySample): number {
  const share = partSeconds > 0 ? 1 - (WAITED_SHARE * responseSeconds) / partSeconds : 1;
  return averageBps / Math.min(1, Math.max(MIN_TRANSFER_SHARE, share));
}

/** The part of the bandwidth that a rendition needs. */
export function loadOf(rendition: Rendition, sample: QualitySample): number {
  return sample.estimateBps === null ? 0 : neededOf(rendition, sample) / sample.estimateBps;
}

/** The largest rendition that is not higher than `maxHeight`, or the smallest. */
export function capOf({ renditions }: QualitySample, maxHeight: number | null): number {
  if (maxHeight === null) return renditions.length - 1;
  return Math.max(
    0,
    renditions.findLastIndex(({ height }) => height <= maxHeight),
  );
}

/** The smallest rendition that fills the player. */
export function coveringCap({ renditions, viewHeight }: QualitySample): number {
  if (viewHeight === null || viewHeight <= 0) return renditions.length - 1;
  // A rendition slightly smaller than the player looks the same.
  const covering = renditions.findIndex(({ height }) => height >= viewHeight * 0.9);
  return covering === -1 ? renditions.length - 1 : covering;
}

export function usableAtMost(index: number, { usable, current }: QualitySample): number {
  for (let i = index; i >= 0; i -= 1) if (usable[i]) return i;
  return current;
}
