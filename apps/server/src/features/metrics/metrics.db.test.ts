import type { PerformanceMetric } from '@tributary/contracts/metrics';
import { beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createMetricsService } from './metrics.service.ts';

const db = await createTestDatabase();
beforeEach(async () => void (await db.pool.query('truncate performance_metrics')));

const HOUR = 3_600_000;
let now = Date.parse('2026-05-04T12:00:00Z');
const metrics = createMetricsService(db, db, () => now);

const measured = (name: PerformanceMetric['name'], value: number, more: Partial<PerformanceMetric> = {}) => ({
  name,
  value,
  rating: 'good' as const,
  timestamp: now,
  pageUrl: '/',
  userAgent: 'Test',
  ...more,
});

/** Records the metrics in a new minute. */
async function record(...list: PerformanceMetric[]): Promise<void> {
  now += 60_000;
  await metrics.record(list);
}

it('summarizes percentiles, ratings and the trend of all pages and of one', async () => {
  const values = Array.from({ length: 101 }, (_, i) => i * 50);
  await record(...values.map((value) => measured('LCP', value)));
  now += 5 * HOUR;
  await record(measured('LCP', 9000, { pageUrl: '/discover' }));

  const home = await metrics.summary('24h', '/');
  expect(home.metrics).toHaveLength(1);
  expect(home.metrics[0]).toMatchObject({
    name: 'LCP',
    samples: 101,
    p50: 2500,
    p75: 3750,
    p95: 4750,
    rating: 'needs-improvement',
    // 2500 is not good, and 4000 is poor (spec section 9).
    ratings: { good: 50, needsImprovement: 30, poor: 21 },
  });
  const [all] = (await metrics.summary('24h')).metrics;
  expect(all?.samples).toBe(102);
  expect(all?.trend).toHaveLength(24);
  expect(all?.trend.at(-1)).toMatchObject({ p75: 9000, samples: 1 });
  expect(all?.trend.filter((point) => point.p75 !== null).map((point) => point.samples)).toEqual([101, 1]);
});

it('lists the worst pages and metrics first, whatever their number of samples', async () => {
  await record(
    ...Array.from({ length: 9 }, () => measured('LCP', 100)),
    measured('FCP', 100, { pageUrl: '/about' }),
    measured('CLS', 0.3, { pageUrl: '/about' }),
    measured('INP', 300, { pageUrl: '/faq' }),
  );
  const { pages } = await metrics.summary('7d');
  expect(pages.map((page) => [page.pageUrl, page.metrics.map((metric) => metric.name)])).toEqual([
    ['/about', ['CLS', 'FCP']],
    ['/faq', ['INP']],
    ['/', ['LCP']],
  ]);
});

it('ignores the rating and the clock of the browser', async () => {
  await record(
    measured('TTFB', 1800, { rating: 'good', timestamp: 0 }),
    measured('TTFB', 1799, { timestamp: now + 400 * HOUR, userAgent: 'x\0'.repeat(500) }),
  );
  const { rows } = await db.pool.query(
    'select rating, timestamp, user_agent from performance_metrics order by value',
  );
  expect(rows.map(({ rating, timestamp }) => [rating, timestamp.getTime()])).toEqual([
    ['needs-improvement', now],
    ['poor', now - HOUR],
  ]);
  expect(rows[0].user_agent).toBe('x'.repeat(200));
});

it('records a limited number per minute and deletes metrics after 30 days', async () => {
  const page = Array.from({ length: 100 }, () => measured('FCP', 1));
  now += 60_000;
  for (let i = 0; i < 5; i++) await metrics.record(page);
  const count = async () => (await metrics.summary('30d')).metrics[0]?.samples;
  expect(await count()).toBe(300);
  now += 60_000;
  await metrics.record(page);
  expect(await count()).toBe(400);

  now += 29 * 24 * HOUR;
  await metrics.purgeExpired();
  expect(await count()).toBe(400);
  now += 24 * HOUR;
  await metrics.purgeExpired();
  expect((await db.pool.query('select from performance_metrics')).rowCount).toBe(0);
});
