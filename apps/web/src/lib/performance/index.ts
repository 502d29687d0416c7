/**
 * Measures how pages fare in this browser (spec section 9) and sends it. Of a page as it loads, all
 * seven measures; of a screen that a link within the app led to, CLS and INP: for the others browsers
 * have no beginning there.
 */
import { type MetricName, type PerformanceMetric, rateMetric } from '@tributary/contracts';
import { ApiProblem, call } from '../api.ts';
import { type Stretch, timeToInteractive } from './interactivity.ts';
import { observe } from './observe.ts';
import { MetricQueue } from './queue.ts';
import { type Measured, PageView } from './view.ts';

/** The screens of the app, by their routes: `/s/{username}/{slug}`. */
export interface Screens {
  readonly current: string;
  /** Another screen has come into view. */
  onChange(listener: () => void): void;
}

/** Streams never stop loading; they are not what the page is made of. */
const MEDIA = /^\/live\//;
const LOOK_EVERY_MS = 1000;

/** @param loaded the screen that the page was loaded for, which may have been left already */
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
  // Back from the browser's memory of pages, whole: as a screen of its own.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) begin();
  });
}

/** What there is to measure once, as the page loads. A page that nobody saw load has no such figures. */
function measureLoading(
  view: PageView,
  report: (measured: Measured[]) => void,
  records: (() => void)[],
): void {
  const hiddenAt = firstHidden();
  const longTasks: Stretch[] = [];
  const requests: Stretch[] = [];
  let firstContentfulPaint: number | null = null;
  let contentLoaded = 0;

  observe('navigation', ({ responseStart, domContentLoadedEventEnd }) => {
    contentLoaded = domContentLoadedEventEnd;
    // Some browsers tell of an answer before it has come.
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
    // A page that rests for so long as a whole stays unmeasured once somebody has left it.
    if (tti !== null || now >= hiddenAt()) clearInterval(look);
  }, LOOK_EVERY_MS);
}

/** When the page was first out of view, as far as is known: later figures measure the waiting. */
function firstHidden(): () => number {
  const past = performance.getEntriesByType('visibility-state').find(({ name }) => name === 'hidden');
  let at = past?.startTime ?? (document.visibilityState === 'hidden' ? 0 : Number.POSITIVE_INFINITY);
  document.addEventListener('visibilitychange', ({ timeStamp }) => {
    if (document.visibilityState === 'hidden') at = Math.min(at, timeStamp);
  });
  return () => at;
}

/** How often somebody has done something; browsers that do not count leave nothing out as an outlier. */
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
    // A refusal stays one; measurements are not worth telling anybody.
    return error instanceof ApiProblem && error.isTransient;
  }
}

function beacon(metrics: readonly PerformanceMetric[]): void {
  navigator.sendBeacon(
    '/api/track-performance',
    new Blob([JSON.stringify(metrics)], { type: 'application/json' }),
  );
}
