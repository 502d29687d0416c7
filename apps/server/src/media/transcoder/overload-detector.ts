/** Tells when a process has been late for too long to catch up. */

/** Renditions are to come at most 400 ms after their source. */
const LATE_MS = 400;
/** A burst of the source is over sooner. */
const SUSTAINED_MS = 700;
const REPEAT_MS = 2000;

export class OverloadDetector {
  readonly #now: () => number;
  #delayMs = 0;
  #lateSinceMs: number | null = null;
  #reportedAtMs = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A unit was encoded, so long after it arrived. */
  add(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /**
   * @param waitingMs for how long the oldest unit that is not encoded has waited
   * @returns the delay, where it is to be reported now
   */
  check(waitingMs: number): number | null {
    const delayMs = Math.max(this.#delayMs, waitingMs);
    const now = this.#now();
    if (delayMs < LATE_MS) {
      this.#lateSinceMs = null;
      return null;
    }
    this.#lateSinceMs ??= now;
    if (now - this.#lateSinceMs < SUSTAINED_MS || now - this.#reportedAtMs < REPEAT_MS) return null;
    this.#reportedAtMs = now;
    return delayMs;
  }

  /** The work changed: what was late says nothing about it. */
  reset(): void {
    this.#delayMs = 0;
    this.#lateSinceMs = null;
  }
}
