/** Shows alerts one after the other, each for its time and once. */
import type { DonationAlert } from '@tributary/contracts/donations';

/** The pause between two alerts, so that they are seen as two. */
const PAUSE_MS = 600;
/** The number of ids that are kept to recognize an alert that arrives again. */
const MAX_SEEN = 200;

interface Queued {
  readonly alert: DonationAlert;
  readonly ms: number;
}

export class AlertQueue {
  readonly #show: (alert: DonationAlert | null) => void;
  readonly #waiting: Queued[] = [];
  readonly #seen = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param show is called with null when an alert ends */
  constructor(show: (alert: DonationAlert | null) => void) {
    this.#show = show;
  }

  add(alert: DonationAlert, ms: number): void {
    if (this.#seen.has(alert.id)) return;
    this.#seen.add(alert.id);
    const [oldest] = this.#seen;
    if (this.#seen.size > MAX_SEEN && oldest !== undefined) this.#seen.delete(oldest);
    this.#waiting.push({ alert, ms });
    if (this.#timer === null) this.#next();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #next(): void {
    const next = this.#waiting.shift();
    this.#timer = null;
    if (!next) return;
    this.#show(next.alert);
    this.#timer = setTimeout(() => {
      this.#show(null);
      this.#timer = setTimeout(() => this.#next(), PAUSE_MS);
    }, next.ms);
  }
}
