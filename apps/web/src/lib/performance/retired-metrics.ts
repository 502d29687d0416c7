/** FID and TTI, which the specification names and web-vitals no longer measures. */
import { type TimeSpan, timeToInteractive } from './interactivity.ts';

/** Media requests never end, so they don't count as loading the page. */
const MEDIA = /^\/live\//;
const TTI_CHECK_MS = 1000;

/** FID: the time that the first input waited for its handlers. */
export function onFID(report: (delay: number) => void): void {
  observe('first-input', ({ startTime, processingStart }) => {
    if (startTime < firstHidden()) report(processingStart - startTime);
  });
}

/** Reports TTI once it is known, in browsers that report long tasks. */
export function onTTI(firstContentfulPaint: number, report: (tti: number) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return;
  const longTasks: TimeSpan[] = [];
  const requests: TimeSpan[] = [];
  let contentLoaded = 0;
  observe('navigation', ({ domContentLoadedEventEnd }) => {
    contentLoaded = domContentLoadedEventEnd;
  });
  observe('longtask', ({ startTime: start, duration }) => longTasks.push({ start, end: start + duration }));
  observe('resource', ({ name, startTime: start, responseEnd: end }) => {
    if (!MEDIA.test(new URL(name).pathname)) requests.push({ start, end });
  });
  const check = setInterval(() => {
    const now = performance.now();
    const tti = timeToInteractive({ firstContentfulPaint, contentLoaded, longTasks, requests, now });
    if (tti !== null && tti < firstHidden()) report(tti);
    // Stop once TTI is known or the page has been hidden.
    if (tti !== null || now >= firstHidden()) clearInterval(check);
  }, TTI_CHECK_MS);
}

/** The time when the page was first hidden; later values would include time in the background. */
const firstHidden = (): number =>
  performance.getEntriesByType('visibility-state').find(({ name }) => name === 'hidden')?.startTime ??
  Number.POSITIVE_INFINITY;

interface Entries {
  'first-input': PerformanceEventTiming;
  longtask: PerformanceEntry;
  resource: PerformanceResourceTiming;
  navigation: PerformanceNavigationTiming;
}

/** Calls `listener` for past and future performance entries of a type, if the browser supports it. */
function observe<Type extends keyof Entries>(type: Type, listener: (entry: Entries[Type]) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  // The browser delivers only entries of the observed type.
  const tell = (entries: PerformanceEntryList) => (entries as Entries[Type][]).forEach(listener);
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type, buffered: true });
}
