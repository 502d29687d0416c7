import type { MetricName } from '@tributary/contracts';
import { LayoutStability, type Shift } from './layout-stability.ts';
import { type InteractionEvent, Responsiveness } from './responsiveness.ts';

export type Measured = readonly [name: MetricName, value: number];

/** One screen while somebody looks at it: the page as it loaded, or what a link within the app led to. */
export class PageView {
  readonly pageUrl: string;
  /** Milliseconds since the page began; what happened before belongs to another view. */
  readonly startedAt: number;
  readonly #interactionsBefore: number;
  readonly #stability: LayoutStability | null;
  readonly #responsiveness = new Responsiveness();
  #largestPaint: number | null = null;
  #finished = false;

  /**
   * @param interactionsBefore how many the page had seen when this began
   * @param seesShifts whether the browser tells of them: where it does not, none is no figure
   */
  constructor(pageUrl: string, startedAt: number, interactionsBefore: number, seesShifts: boolean) {
    this.pageUrl = pageUrl;
    this.startedAt = startedAt;
    this.#interactionsBefore = interactionsBefore;
    this.#stability = seesShifts ? new LayoutStability() : null;
  }

  shift(shift: Shift): void {
    if (shift.startTime >= this.startedAt) this.#stability?.add(shift);
  }

  event(event: InteractionEvent & { readonly startTime: number }): void {
    if (event.startTime >= this.startedAt) this.#responsiveness.add(event);
  }

  /** A larger picture or text than any before; the last one counts. */
  paint(at: number): void {
    this.#largestPaint = at;
  }

  /** What is known only at its end; nothing the second time. @param interactions of the page so far */
  finish(interactions: number): Measured[] {
    if (this.#finished) return [];
    this.#finished = true;
    const slow = this.#responsiveness.duration(interactions - this.#interactionsBefore);
    return [
      ...(this.#largestPaint === null ? [] : [['LCP', this.#largestPaint] as const]),
      ...(this.#stability === null ? [] : [['CLS', this.#stability.score] as const]),
      ...(slow === null ? [] : [['INP', slow] as const]),
    ];
  }
}
