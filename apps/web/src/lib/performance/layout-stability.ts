/** What the browser tells of one movement that nobody asked for. */
export interface Shift {
  readonly startTime: number;
  readonly value: number;
  /** Within half a second of somebody's doing: expected, so not counted. */
  readonly hadRecentInput: boolean;
}

const GAP_MS = 1000;
const LONGEST_MS = 5000;

/**
 * CLS: shifts add up in session windows, which end with a second of rest or after five seconds; the
 * worst window counts.
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
