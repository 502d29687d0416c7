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

  /** @param now the wall clock in milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Must be called for each unit; the first one after a break becomes the anchor. */
  arrival(time: number): void {
    if (this.#anchored) return;
    this.#anchorMs = this.#now();
    this.#anchorTime = time;
    this.#anchored = true;
  }

  /** Begins the media after a break at `time`, which is not dated before the media that was published. */
  begin(time: number): void {
    this.#anchorMs += Math.max(0, this.#publishedMs - this.at(time));
  }

  /** Ends the media at `time` with a break. Later media is not dated before it. */
  end(time: number): void {
    this.#publishedMs = Math.max(this.#publishedMs, this.at(time));
  }

  /** Releases the anchor after the encoder's clock restarted, so that the next unit becomes it. */
  release(): void {
    this.#anchored = false;
  }

  /** Converts a media time in ticks to milliseconds since 1970. */
  at(time: number): number {
    return this.#anchorMs + ((time - this.#anchorTime) * 1000) / TIMESCALE;
  }
}
