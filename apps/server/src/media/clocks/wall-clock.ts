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
    this.#anchorMs = this.#now();
    this.#anchorTime = time;
    this.#anchored = true;
  }

  /** The first segment since the break begins at `time`: it is dated no earlier than what was shown. */
  begin(time: number): void {
    this.#anchorMs += Math.max(0, this.#shownMs - this.at(time));
  }

  /** A stretch of media ends at `time`: what follows is dated no earlier. */
  end(time: number): void {
    this.#shownMs = Math.max(this.#shownMs, this.at(time));
  }

  /** The clock of the encoder began anew: the next unit is the anchor. */
  release(): void {
    this.#anchored = false;
  }

  /** Milliseconds since 1970 of a media time in ticks. */
  at(time: number): number {
    return this.#anchorMs + ((time - this.#anchorTime) * 1000) / TIMESCALE;
  }
}
