import type { MetricName, MetricRating } from '@tributary/contracts';

/** What each abbreviation stands for, and what it means to whoever opens a page. */
export const METRICS: Readonly<Record<MetricName, { readonly title: string; readonly meaning: string }>> = {
  LCP: { title: 'Largest contentful paint', meaning: 'When the main picture or text was there' },
  FID: { title: 'First input delay', meaning: 'How long the first tap waited to be heard' },
  CLS: { title: 'Cumulative layout shift', meaning: 'How much moved while one was reading' },
  TTI: { title: 'Time to interactive', meaning: 'When the page had come to rest' },
  FCP: { title: 'First contentful paint', meaning: 'When the first of it could be seen' },
  INP: { title: 'Interaction to next paint', meaning: 'How long the page took to answer' },
  TTFB: { title: 'Time to first byte', meaning: 'When the server had answered' },
};

export const RATINGS: Readonly<
  Record<MetricRating, { readonly label: string; readonly tone: 'green' | 'amber' | 'live' }>
> = {
  good: { label: 'Good', tone: 'green' },
  'needs-improvement': { label: 'Needs improvement', tone: 'amber' },
  poor: { label: 'Poor', tone: 'live' },
};

/** `0.082`, `640 ms`, `2.41 s`. */
export function formatMetric(name: MetricName, value: number): string {
  if (name === 'CLS') return value.toFixed(3);
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(2)} s`;
}
