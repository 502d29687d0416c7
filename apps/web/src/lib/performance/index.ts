/**
 * Measures page performance in this browser (spec section 9) and reports it. A page load has all seven
 * metrics. A screen reached by a link within the app has CLS and INP only, since browsers define no start
 * for the others.
 */
import { type MetricName, type PerformanceMetric, rateMetric } from '@tributary/contracts';
import { ApiProblem, call } from '../api.ts';
import { type TimeSpan, timeToInteractive } from './interactivity.ts';
import { observe } from './observe.ts';
import { MetricQueue } from './queue.ts';
import { type Measured, PageView } from './view.ts';

/** The app's screens by route, such as `/s/{username}/{slug}`. */
export interface Screens {
  readonly current: string;
  /** Calls `listener` when another screen is shown. */
  onChange(listener: () => void): void;
}

/** Media requests never end, so they don't count as loading the page. */
const MEDIA = /^\/live\//;
const TTI_CHECK_MS = 1000;

/** @param loaded the screen for which the page was loaded; the user may have left it already */
export function measurePerformance(screens: Screens, loaded: string): void {
  const queue = new MetricQueue({ send, beacon });
  const seesShifts = PerformanceObserver.supportedEntryTypes.includes('layout-shift');
  let view = new PageView(loaded, 0, 0, seesShifts);
  const records = [
    observe('layout-shift', (entry) => view.shift(entry)),
    observe('event', (entry) => view.event(entry)),
    observe('first-input', (entry) => view.event(entry)),
  ];
  const finish = () => {
    for (const take of records) take();
    return metricsOf(view.pageUrl, view.finish(interactionCount()));
  };
  const begin = () => {
    view = new PageView(screens.current, performance.now(), interactionCount(), seesShifts);
  };

  measureLoading(view, (measured) => queue.add(...metricsOf(loaded, measured)), records);
  if (screens.current !== loaded) {
    queue.add(...finish());
    begin();
  }
  screens.onChange(() => {
    queue.add(...finish());
    begin();
  });
  const leave = () => queue.leave(...finish());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  window.addEventListener('pagehide', leave);
  // A page restored from the back/forward cache counts as a new screen.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) begin();
  });
}

/**
 * Measures what happens once, as the page loads. A page that loaded in the background has no such metrics.
 */
function measureLoading(
  view: PageView,
  report: (measured: Measured[]) => void,
  records: (() => void)[],
): void {
  const hiddenAt = firstHidden();
  const longTasks: TimeSpan[] = [];
  const requests: TimeSpan[] = [];
  let firstContentfulPaint: number | null = null;
  let contentLoaded = 0;

  observe('navigation', ({ responseStart, domContentLoadedEventEnd }) => {
    contentLoaded = domContentLoadedEventEnd;
    // Some browsers report a response that lies in the future.
    if (responseStart > 0 && responseStart <= performance.now()) report([['TTFB', responseStart]]);
  });
  observe('paint', ({ name, startTime }) => {
    if (name !== 'first-contentful-paint' || startTime >= hiddenAt()) return;
    firstContentfulPaint = startTime;
    report([['FCP', startTime]]);
  });
  observe('first-input', ({ startTime, processingStart }) => {
    if (startTime < hiddenAt()) report([['FID', processingStart - startTime]]);
  });
  records.push(
    observe('largest-contentful-paint', ({ startTime }) => {
      if (startTime < hiddenAt()) view.paint(startTime);
    }),
  );

  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return;
  observe('longtask', ({ startTime: start, duration }) => longTasks.push({ start, end: start + duration }));
  observe('resource', ({ name, startTime: start, responseEnd: end }) => {
    if (!MEDIA.test(new URL(name).pathname)) requests.push({ start, end });
  });
  const look = setInterval(() => {
    if (firstContentfulPaint === null) return;
    const now = performance.now();
    const tti = timeToInteractive({ firstContentfulPaint, contentLoaded, longTasks, requests, now });
    if (tti !== null && tti < hiddenAt()) report([['TTI', tti]]);
    // Stop once TTI is known or the page has been hidden.
    if (tti !== null || now >= hiddenAt()) clearInterval(look);
  }, TTI_CHECK_MS);
}

/** When the page was first hidden, as far as known: later values would include time in the background. */
function firstHidden(): () => number {
  const past = performance.getEntriesByType('visibility-state').find(({ name }) => name === 'hidden');
  let at = past?.startTime ?? (document.visibilityState === 'hidden' ? 0 : Number.POSITIVE_INFINITY);
  document.addEventListener('visibilitychange', ({ timeStamp }) => {
    if (document.visibilityState === 'hidden') at = Math.min(at, timeStamp);
  });
  return () => at;
}

/** The number of interactions so far; 0 in browsers without the API, which then discard no outliers. */
function interactionCount(): number {
  return 'interactionCount' in performance ? Number(performance.interactionCount) : 0;
}

const metricsOf = (pageUrl: string, measured: readonly Measured[]): PerformanceMetric[] =>
  measured.map(([name, value]) => ({
    name,
    value: rounded(name, value),
    rating: rateMetric(name, value),
    timestamp: Date.now(),
    pageUrl,
    userAgent: navigator.userAgent.slice(0, 1000),
  }));

const rounded = (name: MetricName, value: number) =>
  name === 'CLS' ? Number(value.toFixed(4)) : Math.max(0, Math.round(value));

async function send(body: readonly PerformanceMetric[]): Promise<boolean> {
  try {
    await call('POST /api/track-performance', { body: [...body] });
    return false;
  } catch (error) {
    // Keep the metrics only if a retry may help; failures aren't shown to the user.
    return error instanceof ApiProblem && error.isTransient;
  }
}

function beacon(metrics: readonly PerformanceMetric[]): void {
  navigator.sendBeacon(
    '/api/track-performance',
    new Blob([JSON.stringify(metrics)], { type: 'application/json' }),
  );
}
