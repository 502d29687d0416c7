/** Page performance: measurements that browsers send, and the report for admins (spec sections 3 and 9). */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { METRIC_NAMES, METRIC_RATINGS, METRICS_MAX } from './constants.ts';

export const metricName = z.enum(METRIC_NAMES);
export const metricRating = z.enum(METRIC_RATINGS);

/** A route pattern instead of a URL, so that measurements do not record which channel or user was shown. */
export const pagePattern = z
  .string()
  .max(120)
  .regex(/^\/(?:(?:[a-z0-9-]{1,40}|\{[a-zA-Z]{1,20}\})(?:\/|$)){0,6}$/);

export const performanceMetric = z.object({
  name: metricName,
  value: z.number().nonnegative().max(3_600_000).describe('Milliseconds; CLS has no unit'),
  rating: metricRating.describe('Ignored: the server rates the value itself'),
  timestamp: z.int().nonnegative().describe('Milliseconds since 1970 by the clock of the browser'),
  pageUrl: pagePattern.describe('The route, such as /s/{username}/{slug}'),
  userAgent: z.string().max(1000),
});
export type PerformanceMetric = z.infer<typeof performanceMetric>;

export const trackPerformance = endpoint({
  method: 'POST',
  path: '/api/track-performance',
  tag: 'metrics',
  summary: 'Record page performance measurements of a browser, anonymously',
  access: 'public',
  perMinute: 120,
  isMeasurement: true,
  body: z.array(performanceMetric).max(METRICS_MAX),
  response: z.void(),
});

export const PERFORMANCE_PERIODS = ['24h', '7d', '30d'] as const;
export const performancePeriod = z.enum(PERFORMANCE_PERIODS);
export type PerformancePeriod = z.infer<typeof performancePeriod>;

const summary = z.object({
  name: metricName,
  samples: z.int(),
  p50: z.number(),
  p75: z.number(),
  p95: z.number(),
  /** Rating of the 75th percentile, as web.dev recommends. */
  rating: metricRating,
  ratings: z.object({ good: z.int(), needsImprovement: z.int(), poor: z.int() }),
});

export const metricSummary = summary.extend({
  /** Equal intervals over the period, newest last. Null where nothing was measured. */
  trend: z.array(z.object({ at: z.iso.datetime(), p75: z.number().nullable(), samples: z.int() })),
});
export type MetricSummary = z.infer<typeof metricSummary>;

export const pagePerformance = z.object({ pageUrl: z.string(), metrics: z.array(summary) });
export type PagePerformance = z.infer<typeof pagePerformance>;

/** More than the routes of the web app; further pages can only come from forged measurements. */
export const PERFORMANCE_PAGES_MAX = 100;

export const getPerformance = endpoint({
  method: 'GET',
  path: '/api/admin/performance',
  tag: 'metrics',
  summary: 'Get percentiles of page performance: of all pages or one, and per page, slowest first',
  access: 'admin',
  query: z.object({ period: performancePeriod.default('24h'), page: pagePattern.optional() }),
  response: z.object({
    metrics: z.array(metricSummary),
    pages: z.array(pagePerformance).max(PERFORMANCE_PAGES_MAX),
  }),
});
export type Performance = z.infer<typeof getPerformance.response>;
