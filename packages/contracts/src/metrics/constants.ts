/** Page performance metrics without schemas, so that the first page load needs no zod. */
export const METRIC_NAMES = ['LCP', 'FID', 'CLS', 'TTI', 'FCP', 'INP', 'TTFB'] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

/** Long enough to compare weeks, short enough for privacy. */
export const METRICS_KEPT_DAYS = 30;

export const METRIC_RATINGS = ['good', 'needs-improvement', 'poor'] as const;
export type MetricRating = (typeof METRIC_RATINGS)[number];

/** In milliseconds; CLS has no unit. From spec section 9; INP and TTFB from web.dev. */
export const METRIC_THRESHOLDS: Readonly<
  Record<MetricName, { readonly goodUnder: number; readonly poorFrom: number }>
> = {
  LCP: { goodUnder: 2500, poorFrom: 4000 },
  FID: { goodUnder: 100, poorFrom: 300 },
  CLS: { goodUnder: 0.1, poorFrom: 0.25 },
  TTI: { goodUnder: 3800, poorFrom: 7300 },
  FCP: { goodUnder: 1800, poorFrom: 3000 },
  INP: { goodUnder: 200, poorFrom: 500 },
  TTFB: { goodUnder: 800, poorFrom: 1800 },
};

export function rateMetric(name: MetricName, value: number): MetricRating {
  const { goodUnder, poorFrom } = METRIC_THRESHOLDS[name];
  if (value < goodUnder) return 'good';
  return value < poorFrom ? 'needs-improvement' : 'poor';
}

/** The browser sends its queued measurements at this interval, or sooner once this many wait (spec section 9). */
export const METRICS_FLUSH_MS = 30_000;
export const METRICS_FLUSH_AT = 50;
/** Measurements per request: a full queue, and those that arrived during the previous request. */
export const METRICS_MAX = 100;
