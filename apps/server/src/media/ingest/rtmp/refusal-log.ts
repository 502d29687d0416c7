import type { MediaLog } from '../../ports.ts';
import type { CloseReason } from './close-reason.ts';

const PERIOD_MS = 60_000;

/** Logs the first connection refused within a minute and the number of the others, so that a flood cannot fill the log. */
export class RefusalLog {
  readonly #log: MediaLog;
  readonly #now: () => number;
  #further = 0;
  #periodEndsMs = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(log: MediaLog, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  refused(remoteAddress: string, reason: CloseReason): void {
    this.flush();
    if (this.#now() < this.#periodEndsMs) {
      this.#further += 1;
      return;
    }
    this.#periodEndsMs = this.#now() + PERIOD_MS;
    this.#log.info({ remoteAddress, reason }, 'Refused an RTMP connection');
  }

  /** Reports the number once the minute is over. Called periodically. */
  flush(): void {
    if (this.#further === 0 || this.#now() < this.#periodEndsMs) return;
    this.#log.info({ connections: this.#further }, 'Refused further RTMP connections within a minute');
    this.#further = 0;
  }
}
