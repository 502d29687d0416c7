import type { MetricName, MetricRating } from '@tributary/contracts/metrics';
import { numberFormat } from '@tributary/messages/format';
import { formatMeasure } from '@/lib/format/measures.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';

/** What each abbreviation stands for, and what it means for users. */
export const METRICS: Readonly<Record<MetricName, { readonly title: string; readonly meaning: string }>> = {
  LCP: { title: t('metrics.lcp'), meaning: t('metrics.lcp.meaning') },
  FID: { title: t('metrics.fid'), meaning: t('metrics.fid.meaning') },
  CLS: { title: t('metrics.cls'), meaning: t('metrics.cls.meaning') },
  TTI: { title: t('metrics.tti'), meaning: t('metrics.tti.meaning') },
  FCP: { title: t('metrics.fcp'), meaning: t('metrics.fcp.meaning') },
  INP: { title: t('metrics.inp'), meaning: t('metrics.inp.meaning') },
  TTFB: { title: t('metrics.ttfb'), meaning: t('metrics.ttfb.meaning') },
};

export const RATINGS: Readonly<
  Record<MetricRating, { readonly label: string; readonly tone: 'green' | 'amber' | 'live' }>
> = {
  good: { label: t('metrics.rating.good'), tone: 'green' },
  'needs-improvement': { label: t('metrics.rating.needsImprovement'), tone: 'amber' },
  poor: { label: t('metrics.rating.poor'), tone: 'live' },
};

const score = (value: number): string =>
  numberFormat(locale(), { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(value);

/** `0.082`, `640 ms`, `2.41 s`, in the language of the page. */
export function formatMetric(name: MetricName, value: number): string {
  if (name === 'CLS') return score(value);
  return value < 1000 ? formatMeasure(value, 'ms') : formatMeasure(value / 1000, 's', 2);
}

/** A point of a trend; null if nothing was measured. */
export type Height = number | null;

/**
 * The polylines of a sparkline in a box of 100 by 100, one for each run without gaps; a run of one point is
 * a short dash.
 * @param top the value at the upper edge
 */
export function sparkline(heights: readonly Height[], top: number): string[] {
  const step = 100 / Math.max(1, heights.length - 1);
  const lines: string[][] = [];
  heights.forEach((height, index) => {
    if (height === null) return;
    const point = `${round(index * step)},${round(100 - (Math.min(height, top) / top) * 100)}`;
    const goesOn = index > 0 && heights[index - 1] !== null;
    const line = lines.at(-1);
    if (goesOn && line) line.push(point);
    else lines.push([point]);
  });
  return lines.map((points) => (points.length === 1 ? dash(points[0] ?? '') : points.join(' ')));
}

function dash(point: string): string {
  const [x = 0, y = 0] = point.split(',').map(Number);
  return `${Math.max(0, x - 1)},${y} ${Math.min(100, x + 1)},${y}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
