/** Counts how often and for how long the video of a page stands still. */
import type { Page } from 'playwright-core';

const POLL_MS = 50;

export interface Stalls {
  /** When the first frame was displayed, in milliseconds since the page was opened; null before. */
  readonly startedAt: number | null;
  readonly stalledMs: number;
  readonly stalls: number;
}

/** Call it before the page is opened. */
export const countStalls = (page: Page): Promise<unknown> => page.addInitScript(count, POLL_MS);

/** The stalls of a page with `countStalls`, after its first frame. */
export const readStalls = (page: Page): Promise<Stalls> =>
  page.evaluate(() => Reflect.get(globalThis, 'stallCounters') as Stalls);

/** Runs in the page, and looks every `pollMs`. */
function count(pollMs: number): void {
  const counters = { startedAt: null as number | null, stalledMs: 0, stalls: 0 };
  Reflect.set(globalThis, 'stallCounters', counters);
  let [time, changedAt, at] = [0, performance.now(), performance.now()];
  let isStalled = false;
  setInterval(() => {
    const now = performance.now();
    const elapsed = now - at;
    at = now;
    const video = document.querySelector('video');
    if (video === null || (counters.startedAt === null && (video.currentTime === 0 || video.readyState < 2)))
      return;
    counters.startedAt ??= now;
    if (video.currentTime !== time) {
      time = video.currentTime;
      changedAt = now;
      isStalled = false;
      return;
    }
    if (now - changedAt < 2 * pollMs) return;
    if (!isStalled) {
      counters.stalls += 1;
      counters.stalledMs += now - changedAt - elapsed;
    }
    isStalled = true;
    counters.stalledMs += elapsed;
  }, pollMs);
}
