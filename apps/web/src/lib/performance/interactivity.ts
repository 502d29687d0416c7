/** A stretch of time, in milliseconds since the page began. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface Loading {
  readonly firstContentfulPaint: number;
  /** When the document was parsed and its scripts had run. */
  readonly contentLoaded: number;
  /** Of 50 ms and more, in which the page answered nobody. */
  readonly longTasks: readonly Stretch[];
  /** Requests for what the page is made of. */
  readonly requests: readonly Stretch[];
  readonly now: number;
}

const QUIET_MS = 5000;
const FEW_REQUESTS = 2;

/**
 * TTI as it was defined before Lighthouse gave it up: the end of the last long task before the first
 * five seconds without any and with at most two requests under way, but not before the first paint and
 * the document itself.
 * @returns null while those five seconds have not been
 */
export function timeToInteractive(loading: Loading): number | null {
  const { firstContentfulPaint, contentLoaded, longTasks, requests, now } = loading;
  // Quiet can begin only where something ended.
  const begins = [...longTasks, ...requests]
    .map(({ end }) => end)
    .filter((end) => end > firstContentfulPaint)
    .concat(firstContentfulPaint)
    .sort((a, b) => a - b);
  const quiet = begins.find((start) => {
    const window = { start, end: start + QUIET_MS };
    return window.end <= now && !longTasks.some((task) => overlap(task, window)) && few(requests, window);
  });
  if (quiet === undefined) return null;
  const busyUntil = longTasks.map(({ end }) => end).filter((end) => end <= quiet);
  return Math.max(firstContentfulPaint, contentLoaded, ...busyUntil);
}

const overlap = (a: Stretch, b: Stretch) => a.start < b.end && a.end > b.start;

/** Whether there were never more than two at once. */
function few(requests: readonly Stretch[], window: Stretch): boolean {
  const during = requests.filter((request) => overlap(request, window));
  return during.every(({ start }) => {
    const at = Math.max(start, window.start);
    return during.filter((other) => other.start <= at && other.end > at).length <= FEW_REQUESTS;
  });
}
