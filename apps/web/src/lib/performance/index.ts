/**
 * Measures page performance in this browser (spec section 9) and reports it. A page load has all seven metrics. A screen
 * reached by a link within the app has CLS and INP only, in browsers that report soft navigations; in others, both
 * count for the screen for which the page was loaded.
 */
import { type MetricName, type PerformanceMetric, rateMetric } from '@tributary/contracts/metrics';
import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { ApiProblem, call } from '../api/client.ts';
import { MetricQueue } from './queue.ts';
import { onFID, onTTI } from './retired-metrics.ts';

/** The app's screens by route, such as `/s/{username}/{slug}`. */
export interface Screens {
  /** The screen for which the page was loaded; the user may have left it already. */
  readonly loaded: string;
  at(pathname: string): string;
}

export function measurePerformance({ loaded, at }: Screens): void {
  const queue = new MetricQueue({ send, beacon });
  const report = (name: MetricName, value: number, pageUrl = loaded) =>
    queue.add(metricOf(name, value, pageUrl));

  const reportLoading = ({ name, value, navigationType }: MetricType) => {
    // A page restored from the back/forward cache counts as a new screen, not as another load.
    if (navigationType === 'back-forward-cache') return;
    report(name, value);
    if (name === 'FCP') onTTI(value, (tti) => report('TTI', tti));
  };
  onTTFB(reportLoading);
  onFCP(reportLoading);
  onLCP(reportLoading);
  onFID((delay) => report('FID', delay));

  const reported = new Set<string>();
  const reportScreen = ({ id, name, value, navigationType, navigationURL }: MetricType) => {
    // Later values belong to a screen that was hidden, reported and shown again.
    if (reported.has(id)) return;
    reported.add(id);
    const isLater = navigationType === 'soft-navigation' || navigationType === 'back-forward-cache';
    report(name, value, isLater && navigationURL ? at(new URL(navigationURL).pathname) : loaded);
  };
  onCLS(reportScreen, { reportSoftNavs: true });
  onINP(reportScreen, { reportSoftNavs: true });

  // The last metrics are reported as the page is hidden, before the event gets here.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') queue.leave();
  });
  window.addEventListener('pagehide', () => queue.leave());
}

const metricOf = (name: MetricName, value: number, pageUrl: string): PerformanceMetric => ({
  name,
  value: rounded(name, value),
  rating: rateMetric(name, value),
  timestamp: Date.now(),
  pageUrl,
  userAgent: navigator.userAgent.slice(0, 1000),
});

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
