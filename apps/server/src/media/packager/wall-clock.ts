import { TIMESCALE } from '../unit.ts';

/**
 * What time it was when a moment of the media arrived (EXT-X-PROGRAM-DATE-TIME): anchored to the
 * arrival of the first unit after each break, and exact media time from there on.
 */
export class WallClock {
  readonly #now: () => number;
  #anchorTime = 0;
  #anchorMs = 0;
  #anchored = false;
  #shownMs = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Called with each unit; the first after a break is the anchor. */
  arrival(time: number): void {
    if (this.#anchored) return;
    this.#anchorMs = Math.max(this.#now(), this.#shownMs);
    this.#anchorTime = time;
    this.#anchored = true;
  }

  /**
   * The clock of the encoder began anew.
   *
   * @param shownUntil how far media was shown before, or null; what follows is dated no earlier
   */
  release(shownUntil: number | null): void {
    if (shownUntil !== null) this.#shownMs = Math.max(this.#shownMs, this.at(shownUntil));
    this.#anchored = false;
  }

  /** Milliseconds since 1970 of a media time in ticks. */
  at(time: number): number {
    return this.#anchorMs + ((time - this.#anchorTime) * 1000) / TIMESCALE;
  }
}
