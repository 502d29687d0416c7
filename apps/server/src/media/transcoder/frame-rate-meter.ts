/** Measures a frame rate, since what parameter sets claim may be wrong. */
import { TIMESCALE } from '../unit.ts';

const FRAMES = 60;
/** Fewer say too little. */
const MIN_FRAMES = 15;

export class FrameRateMeter {
  #times: number[] = [];

  /** Frames a second, by the median of the last intervals; null where too few frames came. */
  get frameRate(): number | null {
    if (this.#times.length < MIN_FRAMES) return null;
    const intervals = this.#times.slice(1).map((time, i) => time - (this.#times[i] ?? time));
    // Timestamps of whole milliseconds alternate between two intervals: those near the median are averaged.
    const median = intervals.toSorted((a, b) => a - b)[intervals.length >> 1] ?? 0;
    const near = intervals.filter((interval) => Math.abs(interval - median) <= TIMESCALE / 500);
    const mean = near.reduce((sum, interval) => sum + interval, 0) / near.length;
    return mean > 0 ? TIMESCALE / mean : null;
  }

  /** @param time of the next frame, in ticks */
  add(time: number): void {
    this.#times.push(time);
    if (this.#times.length > FRAMES) this.#times.shift();
  }

  reset(): void {
    this.#times = [];
  }
}
