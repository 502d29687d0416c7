/**
 * Decides which rendition to load ("Auto"). Steps down as soon as a part would come too late, and up only once there has
 * been room for a while. It moves nothing but the rendition: the distance from live stays what LatencyPolicy says.
 */
import {
  capOf,
  coveringCap,
  loadOf,
  neededOf,
  type QualityDecision,
  type QualitySample,
  usableAtMost,
} from './quality-sample.ts';
import { lateFor, leaveUnusable, tooSlowFor } from './step-down.ts';

/** The part of the bandwidth that a rendition may need to be switched up to. */
const UP_LOAD = 0.85;
/** How long there must have been room for a larger rendition. */
const UP_HOLD_SECONDS = 2;
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
/** With less room than this, a smaller rendition is kept ready. */
const STANDBY_LOAD = 0.6;
/** And for so long after a part was late. */
const STANDBY_AFTER_LATE_SECONDS = 60;

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
    if (to < from) this.#roomSince.length = Math.min(this.#roomSince.length, to + 1);
  }

  #observe(sample: QualitySample): void {
    const { nowSeconds, renditions, current, lastPartLoad } = sample;
    const isLate = lastPartLoad !== null && lastPartLoad > 1;
    if (isLate) this.#lateAt = nowSeconds;
    for (const [i, rendition] of renditions.entries()) {
      // A late part says nothing about smaller renditions.
      const hasRoom = !(isLate && i >= current) && loadOf(rendition, sample) <= UP_LOAD;
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
      const to = usableAtMost(current - 1, sample);
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
    for (let i = limit; i > current; i -= 1) {
      const rendition = renditions[i];
      const since = this.#roomSince[i];
      if (!rendition || !usable[i] || since === undefined) continue;
      const hold = Math.min(MAX_UP_HOLD_SECONDS, UP_HOLD_SECONDS * 2 ** (this.#failures[i] ?? 0));
      if (nowSeconds - since < hold) continue;
      const neededBps = neededOf(rendition, sample);
      return { to: i, isUrgent: false, reason: { kind: 'bandwidth_rose', estimateBps, neededBps } };
    }
    return null;
  }
}
