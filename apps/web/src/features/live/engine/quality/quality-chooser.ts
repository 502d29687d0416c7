/**
 * Decides which rendition to load ("Auto"). Steps down as soon as a part would come too late, and up only once there has
 * been room for a while. It moves nothing but the rendition: the distance from live stays what LatencyPolicy says.
 */
import type { Rendition, SwitchReason } from './rendition.ts';

/** The part that is being downloaded. */
export interface RunningPart {
  readonly elapsedSeconds: number;
  /** Since its first byte; null before that. */
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
  /** The height of the player in physical pixels; null: unknown, or nobody looks. */
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

/** The part of the bandwidth that a rendition may need to be switched to. */
const DOWN_LOAD = 0.85;
const UP_LOAD = 0.8;
/** Two steps at once only with so much room. */
const LEAP_LOAD = 0.4;
/** How long there must have been room for a larger rendition. */
const UP_HOLD_SECONDS = 3;
const MAX_UP_HOLD_SECONDS = 60;
/** A larger rendition that is given up within this time was a mistake, and waits twice as long the next time. */
const FAILED_WITHIN_SECONDS = 12;
/** One that has been played for this long is trusted again. */
const TRUSTED_AFTER_SECONDS = 60;
const SIZE_HOLD_SECONDS = 2;
const MAX_DROPPED_RATIO = 0.2;
const DROPPED_HOLD_SECONDS = 3;
/** How long a device that dropped frames gets smaller renditions. */
const DROPPED_CAP_SECONDS = 120;
/** Requests of a long round trip cannot use all of the bandwidth; this much of a part's duration they can. */
const MIN_TRANSFER_SHARE = 0.5;
/** How long an encoder takes to begin a rendition, about. */
const COLD_SECONDS = 3;
/** With less room than this, a smaller rendition is kept ready. */
const STANDBY_LOAD = 0.6;
/** And for so long after a part was late. */
const STANDBY_AFTER_LATE_SECONDS = 60;
/** What of a part tells its rate. */
const MIN_PRESENT_BYTES = 8_000;
const MIN_PRESENT_SECONDS = 0.08;

export class QualityChooser {
  /** Since when there has been room for each rendition. */
  #roomSince: (number | undefined)[] = [];
  #failures: number[] = [];
  #steppedUp: { readonly to: number; readonly at: number } | null = null;
  #lateAt = Number.NEGATIVE_INFINITY;
  #tooLargeSince: number | null = null;
  #droppingSince: number | null = null;
  #deviceCap: { readonly index: number; readonly ratio: number; readonly until: number } | null = null;

  decide(sample: QualitySample): QualityDecision | null {
    this.#observe(sample);
    const decision =
      leaveUnusable(sample) ??
      lateFor(sample) ??
      tooSlowFor(sample) ??
      this.#cap(sample) ??
      this.#stepUp(sample);
    if (decision === null || decision.to === sample.current) return null;
    return decision;
  }

  /** The rendition that the server should keep making, so that a switch to it does not wait; null: none. */
  standby(sample: QualitySample): number | null {
    const { nowSeconds, renditions, current, usable } = sample;
    const rendition = renditions[current];
    const smallest = usable.indexOf(true);
    if (!rendition || smallest === -1 || smallest >= current) return null;
    const isTight = loadOf(rendition, sample) > STANDBY_LOAD;
    return isTight || nowSeconds - this.#lateAt < STANDBY_AFTER_LATE_SECONDS ? smallest : null;
  }

  /** The rendition is loaded from now on, by a decision or because the viewer or hls.js wants it. */
  onSwitched(from: number, to: number, nowSeconds: number): void {
    const up = this.#steppedUp;
    if (to < from && up !== null && up.to === from && nowSeconds - up.at < FAILED_WITHIN_SECONDS) {
      this.#failures[from] = (this.#failures[from] ?? 0) + 1;
    }
    this.#steppedUp = to > from ? { to, at: nowSeconds } : null;
    if (to < from) this.#roomSince = [];
  }

  #observe(sample: QualitySample): void {
    const { nowSeconds, renditions, current, lastPartLoad } = sample;
    const isLate = lastPartLoad !== null && lastPartLoad > 1;
    if (isLate) this.#lateAt = nowSeconds;
    for (const [i, rendition] of renditions.entries()) {
      const hasRoom = !isLate && loadOf(rendition, sample) <= UP_LOAD;
      this.#roomSince[i] = hasRoom ? (this.#roomSince[i] ?? nowSeconds) : undefined;
    }
    const up = this.#steppedUp;
    if (up !== null && up.to === current && nowSeconds - up.at > TRUSTED_AFTER_SECONDS) {
      this.#failures[current] = 0;
    }
  }

  /** Gives up what the player cannot show, or the device cannot display. */
  #cap(sample: QualitySample): QualityDecision | null {
    const { nowSeconds, current, viewHeight, droppedRatio, maxHeight } = sample;
    if (droppedRatio <= MAX_DROPPED_RATIO) this.#droppingSince = null;
    else this.#droppingSince ??= nowSeconds;
    const capped = this.#deviceCap;
    if (capped !== null && nowSeconds < capped.until && current > capped.index) {
      const to = usableAtMost(capped.index, sample);
      return { to, isUrgent: false, reason: { kind: 'dropped_frames', ratio: capped.ratio } };
    }
    if (
      this.#droppingSince !== null &&
      nowSeconds - this.#droppingSince >= DROPPED_HOLD_SECONDS &&
      current > 0
    ) {
      this.#droppingSince = null;
      const to = bestBelow(current, sample);
      this.#deviceCap = { index: to, ratio: droppedRatio, until: nowSeconds + DROPPED_CAP_SECONDS };
      return { to, isUrgent: false, reason: { kind: 'dropped_frames', ratio: droppedRatio } };
    }
    const saverCap = capOf(sample, maxHeight);
    if (maxHeight !== null && current > saverCap) {
      return { to: usableAtMost(saverCap, sample), isUrgent: false, reason: { kind: 'data_saver' } };
    }
    const sizeCap = coveringCap(sample);
    if (current <= sizeCap) this.#tooLargeSince = null;
    else this.#tooLargeSince ??= nowSeconds;
    if (this.#tooLargeSince === null || nowSeconds - this.#tooLargeSince < SIZE_HOLD_SECONDS) return null;
    return {
      to: usableAtMost(sizeCap, sample),
      isUrgent: false,
      reason: { kind: 'player_size', height: viewHeight ?? 0 },
    };
  }

  #stepUp(sample: QualitySample): QualityDecision | null {
    const { nowSeconds, renditions, current, usable, estimateBps, bufferedSeconds, partSeconds } = sample;
    if (estimateBps === null || bufferedSeconds < partSeconds / 2) return null;
    const deviceCap =
      this.#deviceCap !== null && nowSeconds < this.#deviceCap.until ? this.#deviceCap.index : Infinity;
    const limit = Math.min(
      renditions.length - 1,
      deviceCap,
      capOf(sample, sample.maxHeight),
      coveringCap(sample),
    );
    const next = renditions.findIndex((_, i) => i > current && usable[i]);
    for (let i = limit; i > current; i -= 1) {
      const rendition = renditions[i];
      const since = this.#roomSince[i];
      if (!rendition || !usable[i] || since === undefined) continue;
      if (i > next && loadOf(rendition, sample) > LEAP_LOAD) continue;
      const hold = Math.min(MAX_UP_HOLD_SECONDS, UP_HOLD_SECONDS * 2 ** (this.#failures[i] ?? 0));
      if (nowSeconds - since < hold) continue;
      const neededBps = neededOf(rendition, sample);
      return { to: i, isUrgent: false, reason: { kind: 'bandwidth_rose', estimateBps, neededBps } };
    }
    return null;
  }
}

/** The bandwidth that a rendition needs, with the wait for each of its responses. */
function neededOf({ averageBps }: Rendition, { partSeconds, responseSeconds }: QualitySample): number {
  const share = partSeconds > 0 ? 1 - responseSeconds / partSeconds : 1;
  return averageBps / Math.min(1, Math.max(MIN_TRANSFER_SHARE, share));
}

/** The part of the bandwidth that a rendition needs. */
function loadOf(rendition: Rendition, sample: QualitySample): number {
  return sample.estimateBps === null ? 0 : neededOf(rendition, sample) / sample.estimateBps;
}

function leaveUnusable(sample: QualitySample): QualityDecision | null {
  const { usable, warm, current, renditions } = sample;
  const ready = usable.map((isUsable, i) => isUsable && warm[i] === true);
  if (usable[current] || !ready.includes(true)) return null;
  const fits = renditions.findLastIndex((r, i) => ready[i] && loadOf(r, sample) <= DOWN_LOAD);
  const to = fits !== -1 ? fits : ready.indexOf(true);
  return { to, isUrgent: true, reason: { kind: 'unavailable' } };
}

/** A part that will arrive too late is given up for a smaller one that arrives sooner. */
function lateFor(sample: QualitySample): QualityDecision | null {
  const { running, bufferedSeconds, responseSeconds, partSeconds, intoSegmentSeconds } = sample;
  const { renditions, current, usable } = sample;
  const rendition = renditions[current];
  const estimateBps = presentBps(sample);
  // Before playback has begun, there is nothing that could stall.
  if (!rendition || running === null || estimateBps === null || !sample.hasStarted) return null;
  /** Of media that is loaded part by part, each with its wait. */
  const secondsFor = (mediaSeconds: number, { averageBps }: Rendition) =>
    (mediaSeconds * averageBps) / estimateBps + (mediaSeconds / partSeconds) * responseSeconds;
  const waitSeconds =
    running.bodySeconds === null ? Math.max(0, responseSeconds - running.elapsedSeconds) : 0;
  const staySeconds =
    waitSeconds + (running.remainingBytes * 8) / estimateBps + secondsFor(sample.againSeconds, rendition);
  const lateBySeconds = staySeconds - bufferedSeconds;
  if (lateBySeconds <= 0) return null;
  /** Its playlist, what is buffered of the segment, and a part. */
  const switchSeconds = (i: number) => {
    const r = renditions[i];
    if (!r || i >= current || !usable[i]) return Number.POSITIVE_INFINITY;
    const coldSeconds = sample.warm[i] ? 0 : COLD_SECONDS;
    return coldSeconds + responseSeconds + secondsFor(intoSegmentSeconds + partSeconds, r);
  };
  const inTime = Math.max(bufferedSeconds, partSeconds);
  const fits = (r: Rendition) => neededOf(r, sample) <= estimateBps * DOWN_LOAD;
  const fitting = renditions.findLastIndex((r, i) => switchSeconds(i) <= inTime && fits(r));
  const to = fitting !== -1 ? fitting : indexOfLowest(renditions.map((_, i) => switchSeconds(i)));
  if (!usable[to] || to >= current || switchSeconds(to) > staySeconds * 0.8) return null;
  return { to, isUrgent: true, reason: { kind: 'late_part', lateBySeconds, estimateBps } };
}

const indexOfLowest = (values: readonly number[]): number => values.indexOf(Math.min(...values));

/** The part that arrives shows a fall before any average does. */
function presentBps({ running, estimateBps }: QualitySample): number | null {
  if (estimateBps === null || running === null || running.bodySeconds === null) return estimateBps;
  if (running.loadedBytes < MIN_PRESENT_BYTES || running.bodySeconds < MIN_PRESENT_SECONDS)
    return estimateBps;
  return Math.min(estimateBps, (running.loadedBytes * 8) / running.bodySeconds);
}

/** The bandwidth has fallen below what the rendition needs. */
function tooSlowFor(sample: QualitySample): QualityDecision | null {
  const { renditions, current, usable, estimateBps, lastPartLoad, bufferedSeconds, partSeconds } = sample;
  const rendition = renditions[current];
  if (!rendition || estimateBps === null) return null;
  // An estimate that is too low does no harm while the parts arrive in time.
  const load = loadOf(rendition, sample);
  const isShrinking = lastPartLoad === null || lastPartLoad > 0.9;
  if (load <= 1 || (!isShrinking && load <= 1.5)) return null;
  const fitting = renditions.findLastIndex(
    (r, i) => i < current && usable[i] && loadOf(r, sample) <= DOWN_LOAD,
  );
  const to = fitting !== -1 ? fitting : usable.indexOf(true);
  if (to === -1 || to >= current) return null;
  const neededBps = neededOf(rendition, sample);
  return {
    to,
    isUrgent: bufferedSeconds < partSeconds,
    reason: { kind: 'bandwidth_fell', estimateBps, neededBps },
  };
}

/** The largest rendition that is not higher than `maxHeight`, or the smallest. */
function capOf({ renditions }: QualitySample, maxHeight: number | null): number {
  if (maxHeight === null) return renditions.length - 1;
  return Math.max(
    0,
    renditions.findLastIndex(({ height }) => height <= maxHeight),
  );
}

/** The smallest rendition that fills the player. */
function coveringCap({ renditions, viewHeight }: QualitySample): number {
  if (viewHeight === null || viewHeight <= 0) return renditions.length - 1;
  // A little less than the player shows nobody sees.
  const covering = renditions.findIndex(({ height }) => height >= viewHeight * 0.9);
  return covering === -1 ? renditions.length - 1 : covering;
}

function usableAtMost(index: number, { usable, current }: QualitySample): number {
  for (let i = index; i >= 0; i -= 1) if (usable[i]) return i;
  return current;
}

const bestBelow = (index: number, sample: QualitySample): number => usableAtMost(index - 1, sample);
