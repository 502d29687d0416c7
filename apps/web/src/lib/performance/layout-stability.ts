/** A `layout-shift` entry. */
export interface Shift {
  readonly startTime: number;
  readonly value: number;
  /** Within half a second of user input: expected, and not counted. */
  readonly hadRecentInput: boolean;
}

const GAP_MS = 1000;
const LONGEST_MS = 5000;

/**
 * CLS: shifts add up within session windows, which end after a second without shifts or after five seconds.
 * The worst window counts.
 */
export class LayoutStability {
  #worst = 0;
  #window = 0;
  #firstAt = Number.NEGATIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;

  add({ startTime, value, hadRecentInput }: Shift): void {
    if (hadRecentInput) return;
    const goesOn = startTime - this.#lastAt < GAP_MS && startTime - this.#firstAt < LONGEST_MS;
    if (!goesOn) {
      this.#window = 0;
      this.#firstAt = startTime;
    }
    this.#lastAt = startTime;
    this.#window += value;
    this.#worst = Math.max(this.#worst, this.#window);
  }

  get score(): number {
    return this.#worst;
  }
}
