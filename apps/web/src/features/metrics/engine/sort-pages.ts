import type { MetricName, PagePerformance } from '@tributary/contracts/metrics';

/** Sorts by a metric or the number of samples; null for the server's order. */
export type PageOrder = { readonly by: MetricName | 'samples'; readonly descending: boolean } | null;

export const samplesOf = ({ metrics }: PagePerformance): number =>
  metrics.reduce((sum, { samples }) => sum + samples, 0);

/** Pages without the metric come last in either direction. */
export function sortPages(pages: readonly PagePerformance[], order: PageOrder): PagePerformance[] {
  if (order === null) return [...pages];
  const { by, descending } = order;
  const figureOf = (page: PagePerformance) =>
    by === 'samples' ? samplesOf(page) : page.metrics.find(({ name }) => name === by)?.p75;
  return pages
    .map((page) => ({ page, value: figureOf(page) }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined) {
        return Number(a.value === undefined) - Number(b.value === undefined);
      }
      return descending ? b.value - a.value : a.value - b.value;
    })
    .map(({ page }) => page);
}

/** The order after pressing a heading: descending, then ascending, then the server's order. */
export function nextOrder(order: PageOrder, by: MetricName | 'samples'): PageOrder {
  if (order?.by !== by) return { by, descending: true };
  return order.descending ? { by, descending: false } : null;
}
