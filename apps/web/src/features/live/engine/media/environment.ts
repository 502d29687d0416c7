/** What the engine needs of the browser besides a media element. Tests script it. */
import { fetchMedia } from './media-address.ts';

/** Cancels what was started; calling it again does nothing. */
export type Cancel = () => void;

export interface Clock {
  /** Milliseconds on a clock that never jumps. */
  now(): number;
  /** Runs `task` once, `delayMs` from now. */
  after(delayMs: number, task: () => void): Cancel;
  /** Runs `task` every `intervalMs`; a background tab may run it less often. */
  every(intervalMs: number, task: () => void): Cancel;
}

export interface Network {
  /** False only where this device certainly has no connection. */
  readonly online: boolean;
  /** Calls `listener` whenever `online` changes. */
  onChange(listener: () => void): Cancel;
  /** The HTTP status of a GET that bypasses caches, or 0 where no answer came. Never rejects. */
  statusOf(url: string, signal: AbortSignal): Promise<number>;
}

export interface Environment {
  readonly clock: Clock;
  readonly network: Network;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
  every(intervalMs, task) {
    const timer = setInterval(task, intervalMs);
    return () => clearInterval(timer);
  },
};

export const browserNetwork: Network = {
  get online() {
    return navigator.onLine;
  },
  onChange(listener) {
    const listening = new AbortController();
    for (const type of ['online', 'offline']) {
      window.addEventListener(type, listener, { signal: listening.signal });
    }
    return () => listening.abort();
  },
  statusOf: (url, signal) =>
    fetchMedia(url, { cache: 'no-store', signal }).then(
      (response) => response.status,
      () => 0,
    ),
};
