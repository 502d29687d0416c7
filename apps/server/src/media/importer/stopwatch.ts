/** Measures how long something takes, without the time in which it is stopped, and says when that is too long. */
export class Stopwatch {
  readonly #onLimit: () => void;
  #limitMs: number;
  /** Up to the last stop. */
  #elapsedMs = 0;
  /** Null while it is stopped. */
  #startedAtMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(onLimit: () => void, limitMs: number) {
    this.#onLimit = onLimit;
    this.#limitMs = limitMs;
    this.start();
  }

  get elapsedMs(): number {
    return this.#elapsedMs + (this.#startedAtMs === null ? 0 : performance.now() - this.#startedAtMs);
  }

  start(): void {
    if (this.#startedAtMs !== null) return;
    this.#startedAtMs = performance.now();
    this.#timer = setTimeout(this.#onLimit, Math.max(0, this.#limitMs - this.#elapsedMs)).unref();
  }

  stop(): void {
    this.#elapsedMs = this.elapsedMs;
    this.#startedAtMs = null;
    clearTimeout(this.#timer);
  }

  /** Counts from 0 again. */
  restart(limitMs: number): void {
    this.stop();
    this.#elapsedMs = 0;
    this.#limitMs = limitMs;
    this.start();
  }
}
