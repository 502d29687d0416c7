/** Bounds a rate: tokens are bytes, and sending may go into debt by one chunk, which the next one waits for. */
export class TokenBucket {
  /** Longer bursts would fill the queue of the router in front of the viewer. */
  static readonly BURST_MS = 60;

  #bytesPerMs: number;
  #tokens = 0;
  #atMs: number;

  constructor(bytesPerSecond: number, nowMs: number) {
    this.#bytesPerMs = bytesPerSecond / 1000;
    this.#atMs = nowMs;
  }

  setRate(bytesPerSecond: number, nowMs: number): void {
    this.#refill(nowMs);
    this.#bytesPerMs = bytesPerSecond / 1000;
  }

  /** Takes bytes where the bucket is not in debt. @returns whether they may be sent */
  take(bytes: number, nowMs: number): boolean {
    this.#refill(nowMs);
    if (this.#tokens < 0) return false;
    this.#tokens -= bytes;
    return true;
  }

  /** The time until `take` succeeds; infinite where nothing may be sent. */
  waitMs(nowMs: number): number {
    this.#refill(nowMs);
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#bytesPerMs;
  }

  #refill(nowMs: number): void {
    const most = this.#bytesPerMs * TokenBucket.BURST_MS;
    this.#tokens = Math.min(most, this.#tokens + (nowMs - this.#atMs) * this.#bytesPerMs);
    this.#atMs = nowMs;
  }
}
