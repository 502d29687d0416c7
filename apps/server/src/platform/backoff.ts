import { setTimeout as delay } from 'node:timers/promises';

const FIRST_MS = 50;
const LONGEST_MS = 5_000;

/**
 * Waits before each attempt to reconnect, twice as long each time. Yields the wait in milliseconds, and ends when the
 * signal is aborted.
 */
export async function* backoff(signal: AbortSignal): AsyncGenerator<number, void> {
  for (let waitMs = FIRST_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_MS)) {
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    yield waitMs;
  }
}
