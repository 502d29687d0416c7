import type { MetricName, MetricRating } from '@tributary/contracts/metrics';

/** What each abbreviation stands for, and what it means for users. */
export const METRICS: Readonly<Record<MetricName, { readonly title: string; readonly meaning: string }>> = {
  LCP: { title: 'Largest contentful paint', meaning: 'When the main content appeared' },
  FID: { title: 'First input delay', meaning: 'How long the first input was delayed' },
  CLS: { title: 'Cumulative layout shift', meaning: 'How much the page moved unexpectedly' },
  TTI: { title: 'Time to interactive', meaning: 'When the page became responsive' },
  FCP: { title: 'First contentful paint', meaning: 'When the first content appeared' },
  INP: { title: 'Interaction to next paint', meaning: 'How long the page took to respond to input' },
  TTFB: { title: 'Time to first byte', meaning: 'When the server responded' },
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
