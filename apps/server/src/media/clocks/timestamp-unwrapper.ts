/**
 * Unwraps 32-bit timestamps (milliseconds wrap after 49.7 days). Each becomes the value nearest to the previous one, so
 * that small steps back stay small.
 */
export class TimestampUnwrapper {
  #last: number | null = null;

  unwrap(timestamp: number): number {
    const last = this.#last;
    // `| 0` keeps the lower 32 bits as a signed number: the shortest step in either direction.
    const now = last === null ? timestamp : last + ((timestamp - last) | 0);
    this.#last = now;
    return now;
  }
}
