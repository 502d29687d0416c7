/** Frames per second as they are shown, from a running count of them. */
export class FrameRate {
  #at = 0;
  #count = 0;
  #perSecond: number | null = null;

  /** The rate given that `count` frames were shown by `now` (milliseconds), or null until it is known. */
  measure(now: number, count: number): number | null {
    const seconds = (now - this.#at) / 1000;
    if (seconds < 0.9) return this.#perSecond;
    // After a long pause between two looks, the average would tell of another time.
    this.#perSecond = this.#at > 0 && seconds < 5 ? (count - this.#count) / seconds : null;
    this.#at = now;
    this.#count = count;
    return this.#perSecond;
  }
}
