/** Limits a rate: up to `burst` at once, and `perSecond` more in each second. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAtMs: number;

  /** @param now a monotonic clock in milliseconds */
  constructor(burst: number, perSecond: number, now: () => number = () => performance.now()) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#now = now;
    this.#tokens = burst;
    this.#filledAtMs = now();
  }

  /** @returns false if the rate is exceeded */
  take(): boolean {
    this.#fill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Whether the bucket is full, like a new one. */
  get isFull(): boolean {
    this.#fill();
    return this.#tokens === this.#burst;
  }

  #fill(): void {
    const nowMs = this.#now();
    const earned = ((nowMs - this.#filledAtMs) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#filledAtMs = nowMs;
  }
}
