/**
 * Decides which rendition to load ("Auto"). Steps down as soon as a part would come too late, and up only once there has
 * been room for a while: in the bandwidth, or in the buffer, which a rendition that needs slightly more than arrives takes
 * little by little. It moves nothing but the rendition: LatencyPolicy keeps the distance from live.
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
import { COLD_SECONDS, DOWN_LOAD, lateFor, leaveUnusable, tooSlowFor } from './step-down.ts';

/** The part of the bandwidth that a rendition may need to be switched up to. */
const UP_LOAD = 0.85;
/** It may need more than all of it where what is buffered beside KEPT_SECONDS lasts for LASTING_SECONDS. */
const LASTING_SECONDS = 10;
const KEPT_SECONDS = 1;
/**
 * A buffer of this size is worth its distance from live where a rendition lasts with it that otherwise would not, and where
 * little more than the rendition arrives, so that a fall of the bandwidth would stop playback.
 */
const LARGE_BUFFER_SECONDS = 4;
const TIGHT_LOAD = 0.78;
/** How long such a rendition counts after it was last within reach. */
const REACH_SECONDS = 30;
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

/** A buffer beyond the large one is an accident, such as of a stall, and is given back. */
const allowedLoad = (bufferedSeconds: number): number =>
  Math.max(UP_LOAD, 1 + (Math.min(bufferedSeconds, LARGE_BUFFER_SECONDS) - KEPT_SECONDS) / LASTING_SECONDS);

export class QualityChooser {
  /** Since when there has been room for each rendition. */
  #roomSince: (number | undefined)[] = [];
  #failures: number[] = [];
  #steppedUp: { readonly to: number; readonly at: number } | null = null;
  #lateAt = Number.NEGATIVE_INFINITY;
  #reachedAt = Number.NEGATIVE_INFINITY;
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

  /** The renditions that the server should make already, so that a switch to them does not wait for an encoder. */
  prepared(sample: QualitySample): readonly number[] {
    const { nowSeconds, renditions, current, usable } = sample;
    const rendition = renditions[current];
    const prepared: number[] = [];
    const load = rendition === undefined ? 0 : loadOf(rendition, sample);
    const isTight = load > STANDBY_LOAD;
    // It comes before the smallest one, which is played in its place if it is ready first.
    const fitting = renditions.findLastIndex(
      (r, i) => i < current && usable[i] && loadOf(r, sample) <= DOWN_LOAD,
    );
    const smallest = usable.indexOf(true);
    if (load > DOWN_LOAD && fitting > smallest) prepared.push(fitting);
    if (smallest !== -1 && smallest < current) {
      if (isTight || nowSeconds - this.#lateAt < STANDBY_AFTER_LATE_SECONDS) prepared.push(smallest);
    }
    const next = this.#roomFor(sample, COLD_SECONDS);
    return next === null ? prepared : [...prepared, next];
  }

  /** How much should be buffered because a larger rendition lasts with it, in seconds; 0: nothing beside the usual. */
  wantedBuffer(sample: QualitySample): number {
    const { nowSeconds, renditions, current, usable } = sample;
    const loads = renditions.map((rendition, i) => {
      const isPossible = i >= current && i <= this.#limit(sample) && usable[i] === true;
      return isPossible ? loadOf(rendition, sample) : 0;
    });
    if (loads.some((load) => load > UP_LOAD && load <= allowedLoad(LARGE_BUFFER_SECONDS)))
      this.#reachedAt = nowSeconds;
    if ((loads[current] ?? 0) > TIGHT_LOAD) return LARGE_BUFFER_SECONDS;
    return nowSeconds - this.#reachedAt < REACH_SECONDS ? LARGE_BUFFER_SECONDS : 0;
  }

  /** The rendition is loaded from now on, by a decision or because the viewer or hls.js wants it. */
  onSwitched(from: number, to: number, nowSeconds: number): void {
    const up = this.#steppedUp;
    if (to < from && up !== null && up.to === from && nowSeconds - up.at < FAILED_WITHIN_SECONDS) {
      this.#failures[from] = (this.#failures[from] ?? 0) + 1;
      this.#roomSince.length = Math.min(this.#roomSince.length, from);
    }
    this.#steppedUp = to > from ? { to, at: nowSeconds } : null;
  }

  #observe(sample: QualitySample): void {
    const { nowSeconds, renditions, current, lastPartLoad, bufferedSeconds, partSeconds } = sample;
    const isLate = lastPartLoad !== null && lastPartLoad > 1 && bufferedSeconds < 2 * partSeconds;
    if (isLate) this.#lateAt = nowSeconds;
    for (const [i, rendition] of renditions.entries()) {
      // A late part says nothing about smaller renditions.
      const hasRoom = !(isLate && i >= current) && loadOf(rendition, sample) <= allowedLoad(bufferedSeconds);
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
    const { renditions, estimateBps, bufferedSeconds, partSeconds } = sample;
    if (estimateBps === null || bufferedSeconds < partSeconds / 2) return null;
    const to = this.#roomFor(sample, 0);
    const rendition = renditions[to ?? -1];
    if (to === null || !rendition) return null;
    const neededBps = neededOf(rendition, sample);
    return { to, isUrgent: false, reason: { kind: 'bandwidth_rose', estimateBps, neededBps } };
  }

  /** The largest rendition for which there has been room for long enough, or will have been within `inSeconds`. */
  #roomFor(sample: QualitySample, inSeconds: number): number | null {
    const { nowSeconds, current, usable } = sample;
    for (let i = this.#limit(sample); i > current; i -= 1) {
      const since = this.#roomSince[i];
      if (!usable[i] || since === undefined) continue;
      const hold = Math.min(MAX_UP_HOLD_SECONDS, UP_HOLD_SECONDS * 2 ** (this.#failures[i] ?? 0));
      if (nowSeconds + inSeconds - since >= hold) return i;
    }
    return null;
  }

  /** The largest rendition that the player shows, the device displays and the viewer wants. */
  #limit(sample: QualitySample): number {
    const capped = this.#deviceCap;
    const deviceCap = capped !== null && sample.nowSeconds < capped.until ? capped.index : Infinity;
    return Math.min(
      sample.renditions.length - 1,
      deviceCap,
      capOf(sample, sample.maxHeight),
      coveringCap(sample),
    );
  }
}
