/**
 * Unwraps 32-bit millisecond timestamps (they begin anew after 49.7 days): the reading nearest to
 * the one before is meant, so that small steps back stay small.
 */
export class TimestampUnwrapper {
  #last: number | null = null;

  unwrap(timestamp: number): number {
    const last = this.#last;
    // `| 0` keeps the lower 32 bits with their sign: the shortest way round.
    const now = last === null ? timestamp : last + ((timestamp - last) | 0);
    this.#last = now;
    return now;
  }
}
