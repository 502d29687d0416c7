/** Page performance (spec section 9): stores what browsers measure for a limited time, and summarizes it. */
import {
  METRIC_RATINGS,
  METRIC_THRESHOLDS,
  METRICS_KEPT_DAYS,
  type MetricName,
  type MetricRating,
  type MetricSummary,
  type Performance,
  type PerformanceMetric,
  type PerformancePeriod,
  rateMetric,
} from '@tributary/contracts/metrics';
import type { Database } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { HOUR_MS } from '#platform/durations.ts';
import * as repo from './metrics.repo.ts';

const KEPT_MS = METRICS_KEPT_DAYS * 24 * HOUR_MS;

/** Limit per minute for the whole instance: enough for percentiles, and it bounds the disk space. */
const MAX_PER_MINUTE = 300;

const PERIODS: Readonly<Record<PerformancePeriod, { readonly ms: number; readonly steps: number }>> = {
  '24h': { ms: 24 * HOUR_MS, steps: 24 },
  '7d': { ms: 7 * 24 * HOUR_MS, steps: 28 },
  '30d': { ms: 30 * 24 * HOUR_MS, steps: 30 },
};

export interface Metrics {
  /** Silently drops what exceeds the limit per minute. */
  record(metrics: readonly PerformanceMetric[]): Promise<void>;
  /** @param page restricts the metrics to one page, but not the list of pages */
  summary(period: PerformancePeriod, page?: string): Promise<Performance>;
  purgeExpired(): Promise<void>;
}

export function createMetricsService(
  db: Database,
  replica: ReadDatabase,
  now: () => number = Date.now,
): Metrics {
  let minute = 0;
  let taken = 0;

  /** How many of `wanted` are still within this minute's limit. */
  function admit(wanted: number): number {
    const present = Math.floor(now() / 60_000);
    if (present !== minute) {
      minute = present;
      taken = 0;
    }
    const admitted = Math.min(wanted, MAX_PER_MINUTE - taken);
    taken += admitted;
    return admitted;
  }

  return {
    async record(metrics) {
      const kept = metrics.slice(0, admit(metrics.length)).map((metric) => ({
        ...metric,
        rating: rateMetric(metric.name, metric.value),
        // Browser clocks may be wrong. Metrics are sent within an hour, so limit the time to the last hour.
        timestamp: new Date(Math.min(now(), Math.max(now() - HOUR_MS, metric.timestamp))),
        userAgent: metric.userAgent.replaceAll('\0', '').slice(0, 200),
      }));
      if (kept.length > 0) await db.transact((tx) => repo.insertMeasurements(tx, kept));
    },

    async summary(period, pageUrl) {
      const { ms, steps } = PERIODS[period];
      const to = new Date(now() + 1);
      const from = new Date(to.getTime() - ms);
      const span = { from, to, pageUrl };
      const [all, trends, pages] = await Promise.all([
        replica.read((reader) => repo.findDistributions(reader, span)),
        replica.read((reader) => repo.findTrends(reader, span, steps)),
        replica.read((reader) => repo.findPages(reader, { from, to })),
      ]);
      const trendOf = (name: MetricSummary['name']): MetricSummary['trend'] =>
        Array.from({ length: steps }, (_, step) => {
          const point = trends.find((trend) => trend.name === name && trend.step === step);
          const at = new Date(from.getTime() + (ms / steps) * step).toISOString();
          return { at, p75: point?.p75 ?? null, samples: point?.samples ?? 0 };
        });
      return {
        metrics: worstFirst(all.map((found) => ({ ...toSummary(found), trend: trendOf(found.name) }))),
        pages: pages
          .map((page) => ({ pageUrl: page.pageUrl, metrics: worstFirst(page.metrics.map(toSummary)) }))
          .sort((a, b) => worstOf(b.metrics) - worstOf(a.metrics)),
      };
    },

    async purgeExpired() {
      await db.transact((tx) => repo.deleteBefore(tx, new Date(now() - KEPT_MS)));
    },
  };
}

function toSummary({ name, samples, p50, p75, p95, good, needsImprovement, poor }: repo.Distribution) {
  return {
    name,
    samples,
    p50,
    p75,
    p95,
    rating: rateMetric(name, p75),
    ratings: { good, needsImprovement, poor },
  };
}

interface Rated {
  readonly name: MetricName;
  readonly p75: number;
  readonly rating: MetricRating;
}

/** The rating first, then how close the 75th percentile is to poor, or how far beyond. */
function badness({ name, p75, rating }: Rated): number {
  const nearness = p75 / METRIC_THRESHOLDS[name].poorFrom;
  return METRIC_RATINGS.indexOf(rating) + nearness / (1 + nearness);
}

const worstFirst = <T extends Rated>(metrics: readonly T[]): T[] =>
  metrics.toSorted((a, b) => badness(b) - badness(a));

/** @param metrics worst first */
const worstOf = ([worst]: readonly Rated[]): number => (worst ? badness(worst) : -1);
