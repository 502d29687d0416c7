import type { MetricName } from '@tributary/contracts';
import { LayoutStability, type Shift } from './layout-stability.ts';
import { type InteractionEvent, Responsiveness } from './responsiveness.ts';

export type Measured = readonly [name: MetricName, value: number];

/** The metrics of one screen: the loaded page, or one reached by a link within the app. */
export class PageView {
  readonly pageUrl: string;
  /** Milliseconds since the page started; earlier entries belong to another screen. */
  readonly startedAt: number;
  readonly #interactionsBefore: number;
  readonly #stability: LayoutStability | null;
  readonly #responsiveness = new Responsiveness();
  #largestPaint: number | null = null;
  #finished = false;

  /**
   * @param interactionsBefore the page's interaction count at the start
   * @param seesShifts whether the browser reports layout shifts; if not, there is no CLS
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

  /** Records a larger image or text than before; the last one counts. */
  paint(at: number): void {
    this.#largestPaint = at;
  }

  /**
   * Returns the metrics that are known only at the end; nothing on a second call.
   * @param interactions the page's interaction count so far
   */
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
