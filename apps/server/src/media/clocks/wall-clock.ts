import { TIMESCALE } from '../unit.ts';

/**
 * Maps media time to wall time (EXT-X-PROGRAM-DATE-TIME, RFC 8216bis section 4.4.4.6): anchored to
 * the arrival of the first unit after each break, and in step with media time from there on.
 */
export class WallClock {
  readonly #now: () => number;
  #anchorTime = 0;
  #anchorMs = 0;
  #anchored = false;
  #publishedMs = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Called for each unit; the first after a break becomes the anchor. */
  arrival(time: number): void {
    if (this.#anchored) return;
    this.#anchorMs = this.#now();
    this.#anchorTime = time;
    this.#anchored = true;
  }

  /** Media after a break begins at `time`: it is not dated before the media that was published. */
  begin(time: number): void {
    this.#anchorMs += Math.max(0, this.#publishedMs - this.at(time));
  }

  /** Media ends at `time` with a break: what follows is not dated before it. */
  end(time: number): void {
    this.#publishedMs = Math.max(this.#publishedMs, this.at(time));
  }

  /** The encoder's clock restarted: the next unit becomes the anchor. */
  release(): void {
    this.#anchored = false;
  }

  /** Converts a media time in ticks to milliseconds since 1970. */
  at(time: number): number {
    return this.#anchorMs + ((time - this.#anchorTime) * 1000) / TIMESCALE;
  }
}
