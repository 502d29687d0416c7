/** What the browser tells of one event of an interaction. */
export interface InteractionEvent {
  /** The same for all events of one interaction: of a tap, pointerdown, pointerup and click. */
  readonly interactionId: number;
  /** From the event to the next paint. */
  readonly duration: number;
}

const KEPT = 10;
/** One in so many interactions is left out as an outlier. */
const OUTLIER_IN = 50;

/** INP: how long the page took to answer, at nearly its worst: the 98th percentile of all interactions. */
export class Responsiveness {
  /** The slowest, by interaction. */
  #slowest = new Map<number, number>();

  add({ interactionId, duration }: InteractionEvent): void {
    if (interactionId === 0) return;
    this.#slowest.set(interactionId, Math.max(duration, this.#slowest.get(interactionId) ?? 0));
    if (this.#slowest.size > KEPT) {
      this.#slowest = new Map(this.#sorted().slice(0, KEPT));
    }
  }

  /** @param interactions how many there were, quick ones too, of which the browser tells nothing else */
  duration(interactions: number): number | null {
    const rank = Math.min(this.#slowest.size - 1, Math.floor(interactions / OUTLIER_IN));
    return this.#sorted()[rank]?.[1] ?? null;
  }

  #sorted(): [number, number][] {
    return [...this.#slowest].sort(([, a], [, b]) => b - a);
  }
}
