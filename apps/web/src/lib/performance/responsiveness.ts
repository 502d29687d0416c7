/** An `event` entry. */
export interface InteractionEvent {
  /** The same for all events of an interaction: a tap has pointerdown, pointerup and click. */
  readonly interactionId: number;
  /** Milliseconds from the event to the next paint. */
  readonly duration: number;
}

const KEPT = 10;
/** One in this many interactions is discarded as an outlier. */
const OUTLIER_IN = 50;

/** INP: the time to the next paint, as the 98th percentile of all interactions. */
export class Responsiveness {
  /** The slowest durations by interaction. */
  #slowest = new Map<number, number>();

  add({ interactionId, duration }: InteractionEvent): void {
    if (interactionId === 0) return;
    this.#slowest.set(interactionId, Math.max(duration, this.#slowest.get(interactionId) ?? 0));
    if (this.#slowest.size > KEPT) {
      this.#slowest = new Map(this.#sorted().slice(0, KEPT));
    }
  }

  /** @param interactions the total count, including fast ones without an entry */
  duration(interactions: number): number | null {
    const rank = Math.min(this.#slowest.size - 1, Math.floor(interactions / OUTLIER_IN));
    return this.#sorted()[rank]?.[1] ?? null;
  }

  #sorted(): [number, number][] {
    return [...this.#slowest].sort(([, a], [, b]) => b - a);
  }
}
