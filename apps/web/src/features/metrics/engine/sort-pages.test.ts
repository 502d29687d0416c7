import type { MetricName, PagePerformance } from '@tributary/contracts/metrics';
import { expect, it } from 'vitest';
import { nextOrder, type PageOrder, sortPages } from './sort-pages.ts';

const page = (pageUrl: string, p75s: Partial<Record<MetricName, number>>, samples = 1): PagePerformance => ({
  pageUrl,
  metrics: Object.entries(p75s).map(([name, p75]) => ({
    name: name as MetricName,
    samples,
    p50: 0,
    p75,
    p95: 0,
    rating: 'good',
    ratings: { good: samples, needsImprovement: 0, poor: 0 },
  })),
});
const pages = [page('/a', { LCP: 900 }), page('/b', { CLS: 0.1 }, 9), page('/c', { LCP: 2000 }, 3)];
const urls = (order: PageOrder) => sortPages(pages, order).map(({ pageUrl }) => pageUrl);

it('sorts by a metric, with pages lacking it last, and by samples', () => {
  expect(urls({ by: 'LCP', descending: true })).toEqual(['/c', '/a', '/b']);
  expect(urls({ by: 'LCP', descending: false })).toEqual(['/a', '/c', '/b']);
  expect(urls({ by: 'samples', descending: true })).toEqual(['/b', '/c', '/a']);
});

it('returns to the server’s order with the third press', () => {
  const first = nextOrder(null, 'LCP');
  const second = nextOrder(first, 'LCP');
  expect([first, second]).toEqual([
    { by: 'LCP', descending: true },
    { by: 'LCP', descending: false },
  ]);
  expect(urls(nextOrder(second, 'LCP'))).toEqual(['/a', '/b', '/c']);
  expect(nextOrder(second, 'CLS')).toEqual({ by: 'CLS', descending: true });
});
