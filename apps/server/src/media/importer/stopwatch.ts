/** Measures time without the periods in which it is stopped, and reports when a limit is exceeded. */
export class Stopwatch {
  readonly #onLimit: () => void;
  #limitMs: number;
  /** The time up to the last stop. */
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

  /** Starts again from 0. */
  restart(limitMs: number): void {
    this.stop();
    this.#elapsedMs = 0;
    this.#limitMs = limitMs;
    this.start();
  }
}
