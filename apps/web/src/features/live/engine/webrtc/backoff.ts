import type { Clock } from '../media/environment.ts';

/** Seconds before a connection is tried again, after one failure in a row, two, and so on. */
const WAITS_SECONDS = [15, 60, 300];
/** A connection that lasts this long has proven itself: failures before it no longer count. */
const PROVEN_MS = 60_000;

/** When to try again what has failed. */
export class Backoff {
  readonly #clock: Clock;
  #failures = 0;
  #until = 0;
  #connectedAt: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isOver(): boolean {
    return this.#clock.now() >= this.#until;
  }

  reset(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  onSuccess(): void {
    this.#connectedAt = this.#clock.now();
  }

  onFailure(): void {
    const now = this.#clock.now();
    if (this.#connectedAt !== null && now - this.#connectedAt >= PROVEN_MS) this.#failures = 0;
    this.#connectedAt = null;
    const seconds = WAITS_SECONDS[Math.min(this.#failures, WAITS_SECONDS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#until = now + seconds * 1000;
  }

  /** Waits without counting a failure. */
  wait(ms: number): void {
    this.#until = this.#clock.now() + ms;
  }

  /** Tries no more until `reset`. */
  giveUp(): void {
    this.#until = Number.POSITIVE_INFINITY;
  }
}
