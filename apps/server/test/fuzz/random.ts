/** Deterministic pseudo-random numbers, so that every fuzzed input can be reproduced. */
export class Random {
  #state: number;

  constructor(...seeds: readonly number[]) {
    let state = 0x9e3779b9;
    for (const seed of seeds) state = mix(state ^ seed) + 0x6d2b79f5;
    this.#state = state | 0;
  }

  /** 32 bits. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    return mix(this.#state) >>> 0;
  }

  /** An integer from 0 to `below`, exclusive. */
  below(below: number): number {
    return below <= 1 ? 0 : this.next() % below;
  }

  /** True once in `times` on average. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined) throw new RangeError('There is nothing to pick from.');
    return found;
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let i = 0; i < length; i++) bytes[i] = this.next();
    return bytes;
  }
}

/** The finisher of MurmurHash3. */
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
