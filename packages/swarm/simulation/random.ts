/** Deterministic pseudo-random numbers: a run is repeated by its seed. */
export class SimulationRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0;
  }

  /** At least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  exponential(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  /** One of the rows, as often as their shares say. */
  weighted<Row extends { readonly share: number }>(rows: readonly [Row, ...Row[]]): Row {
    let left = this.next() * rows.reduce((sum, { share }) => sum + share, 0);
    for (const row of rows) {
      left -= row.share;
      if (left < 0) return row;
    }
    return rows[0];
  }
}
