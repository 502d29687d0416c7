const WINDOW_MS = 60_000;
/** The number of networks that are counted at once; beyond it, all counts start again. */
const MAX_NETWORKS = 50_000;

/** Counts the attempts of each network within a minute. */
export class AttemptCounter {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #windowEndsMs = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /**
   * Counts an attempt.
   * @param times the multiple of the limit that the network has
   * @returns false if it exceeds that
   */
  take(network: string, times: number): boolean {
    if (this.#now() >= this.#windowEndsMs || this.#counts.size >= MAX_NETWORKS) {
      this.#counts.clear();
      this.#windowEndsMs = this.#now() + WINDOW_MS;
    }
    const count = (this.#counts.get(network) ?? 0) + 1;
    this.#counts.set(network, count);
    return count <= this.#limit * times;
  }
}
