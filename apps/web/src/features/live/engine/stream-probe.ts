import { MISSING_FOR_MS, retryDelay } from './retry.ts';

export interface ProbeEvents {
  /** The stream answers again. */
  onFound(): void;
  onNoAnswer(): void;
  /** The server answers, but has no such stream now: its publisher may not be back yet. */
  onAbsent(): void;
  /** It has been missing, not just unreachable, for longer than any restart takes. */
  onMissing(): void;
}

/** Asks whether a stream that broke off is there again, at once, then ever more rarely, until it is. */
export class StreamProbe {
  readonly #events: ProbeEvents;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #missingSince: number | null = null;
  #asking: AbortController | null = null;

  constructor(events: ProbeEvents) {
    this.#events = events;
  }

  get running(): boolean {
    return this.#timer !== undefined || this.#asking !== null;
  }

  /** Begins asking for `url`; what was asked before is dropped. */
  start(url: string): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#ask(url);
    }, retryDelay(this.#attempts));
    this.#attempts += 1;
  }

  /** Asks for `url` without waiting: something changed for the better. */
  hurry(url: string): void {
    this.stop();
    this.#attempts = 0;
    void this.#ask(url);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asking?.abort();
    this.#asking = null;
  }

  /** The stream plays: the next time begins with short waits again. */
  reset(): void {
    this.#attempts = 0;
    this.#missingSince = null;
  }

  async #ask(url: string): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(6_000)]);
    const status = await fetch(url, { cache: 'no-store', signal }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (asking.signal.aborted) return;
    this.#asking = null;
    if (status === 200) {
      this.#missingSince = null;
      this.#events.onFound();
      return;
    }
    if (status === 404 || status === 410) {
      this.#missingSince ??= performance.now();
      if (performance.now() - this.#missingSince > MISSING_FOR_MS) {
        this.#events.onMissing();
        return;
      }
      this.#events.onAbsent();
    } else {
      this.#missingSince = null;
      this.#events.onNoAnswer();
    }
    this.start(url);
  }
}
