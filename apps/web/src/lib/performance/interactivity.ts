/** A time span, in milliseconds since the page started. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

export interface Loading {
  readonly firstContentfulPaint: number;
  /** The time at which the document was parsed and its scripts had run (DOMContentLoaded). */
  readonly contentLoaded: number;
  /** The tasks of 50 ms and more, which block interaction. */
  readonly longTasks: readonly TimeSpan[];
  /** Requests for the page's resources. */
  readonly requests: readonly TimeSpan[];
  readonly now: number;
}

const QUIET_MS = 5000;
const FEW_REQUESTS = 2;

/**
 * TTI as Lighthouse defined it before removing it: the end of the last long task before the first five quiet
 * seconds, which have no long task and at most two requests at a time; at the earliest, first contentful
 * paint and DOMContentLoaded.
 * @returns null until there have been five quiet seconds
 */
export function timeToInteractive(loading: Loading): number | null {
  const { firstContentfulPaint, contentLoaded, longTasks, requests, now } = loading;
  // A quiet window can start only at the end of a task or request.
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

const overlap = (a: TimeSpan, b: TimeSpan) => a.start < b.end && a.end > b.start;

/** Whether at most two requests run at once. */
function few(requests: readonly TimeSpan[], window: TimeSpan): boolean {
  const during = requests.filter((request) => overlap(request, window));
  return during.every(({ start }) => {
    const at = Math.max(start, window.start);
    return during.filter((other) => other.start <= at && other.end > at).length <= FEW_REQUESTS;
  });
}
