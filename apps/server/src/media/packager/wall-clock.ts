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

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Called with each unit; the first after a break is the anchor. Never runs back over what was shown. */
  arrival(time: number, shownUntil: number | null): void {
    if (this.#anchored) return;
    const shownMs = shownUntil === null ? Number.NEGATIVE_INFINITY : this.at(shownUntil);
    this.#anchorMs = Math.max(this.#now(), shownMs);
    this.#anchorTime = time;
    this.#anchored = true;
  }

  /** The clock of the encoder began anew. */
  release(): void {
    this.#anchored = false;
  }

  /** Milliseconds since 1970 of a media time in ticks. */
  at(time: number): number {
    return this.#anchorMs + ((time - this.#anchorTime) * 1000) / TIMESCALE;
  }
}
