import type { Cancel, Environment } from './environment.ts';

const FIRST_DELAY_MS = 400;
const MAX_DELAY_MS = 5_000;
const REQUEST_TIMEOUT_MS = 6_000;
/** A stream that has been missing (404) for longer than any restart takes is not coming back. */
const MISSING_LIMIT_MS = 90_000;

/** Milliseconds before attempt `attempt` (from 0), with jitter, so that viewers do not return all at once. */
export function retryDelay(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 1.7 ** Math.min(attempt, 12));
  return ceiling * (0.6 + 0.4 * random());
}

export interface StreamProbeEvents {
  /** The stream answers again; the probe has stopped. */
  onFound(): void;
  /** There was no answer, or an error that may pass. */
  onNoAnswer(): void;
  /** The server refuses the stream to this browser (403). */
  onForbidden(): void;
  /** The server answers but does not have the stream now: its publisher may not be back yet. */
  onAbsent(): void;
  /** The stream has been absent for too long; the probe has stopped. */
  onMissing(): void;
}

/** Requests the URL of a stream that broke off until it answers again, with growing delays. */
export class StreamProbe {
  readonly #environment: Environment;
  readonly #events: StreamProbeEvents;
  #attempts = 0;
  #missingSince: number | null = null;
  #request: AbortController | null = null;
  /** Cancels the delay before the next request, or the timeout of the present one. Null while stopped. */
  #cancelTimer: Cancel | null = null;

  constructor(environment: Environment, events: StreamProbeEvents) {
    this.#environment = environment;
    this.#events = events;
  }

  get running(): boolean {
    return this.#cancelTimer !== null;
  }

  /** Requests `url` after a delay, in place of any request before. */
  start(url: string): void {
    this.stop();
    const delayMs = retryDelay(this.#attempts);
    this.#attempts += 1;
    this.#cancelTimer = this.#environment.clock.after(delayMs, () => void this.#ask(url));
  }

  /** Requests `url` at once: there is reason to believe that it answers now. */
  askNow(url: string): void {
    this.stop();
    this.#attempts = 0;
    void this.#ask(url);
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#request?.abort();
    this.#request = null;
  }

  /** The stream plays: the next failure starts with short delays again. */
  reset(): void {
    this.#attempts = 0;
    this.#missingSince = null;
  }

  async #ask(url: string): Promise<void> {
    const { clock, network } = this.#environment;
    const request = new AbortController();
    this.#request = request;
    this.#cancelTimer = clock.after(REQUEST_TIMEOUT_MS, () => request.abort());
    const status = await network.statusOf(url, request.signal);
    if (this.#request !== request) return;
    this.stop();
    if (status === 404 || status === 410) {
      this.#missingSince ??= clock.now();
      if (clock.now() - this.#missingSince > MISSING_LIMIT_MS) return this.#events.onMissing();
      this.#events.onAbsent();
    } else {
      this.#missingSince = null;
      if (status === 200) return this.#events.onFound();
      if (status === 403) this.#events.onForbidden();
      else this.#events.onNoAnswer();
    }
    this.start(url);
  }
}
