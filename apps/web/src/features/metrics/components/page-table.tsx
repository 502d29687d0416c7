import {
  METRIC_NAMES,
  type MetricName,
  type MetricRating,
  type PagePerformance,
} from '@tributary/contracts/metrics';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { formatMetric, METRICS, RATINGS } from '../engine/metric-display.ts';
import { nextOrder, type PageOrder, samplesOf, sortPages } from '../engine/sort-pages.ts';

const INK: Readonly<Record<MetricRating, string>> = {
  good: 'text-green',
  'needs-improvement': 'text-amber',
  poor: 'font-semibold text-live',
};

interface PageTableProps {
  pages: readonly PagePerformance[];
  /** The page whose metrics are shown above. */
  chosen: string | undefined;
  onChoose: (page: string | undefined) => void;
}

/** All pages with their 75th percentiles, worst first or sorted by a metric. */
export function PageTable({ pages, chosen, onChoose }: PageTableProps) {
  const [order, setOrder] = useState<PageOrder>(null);
  const heading = { order, onOrder: setOrder };
  return (
    <Section
      title={t('metrics.pages')}
      aside={
        <p className="text-muted text-sm">
          {order === null
            ? t('metrics.pages.worstFirst')
            : order.by === 'samples'
              ? t('metrics.pages.bySamples')
              : t('metrics.pages.by', { metric: order.by })}
        </p>
      }
    >
      <div className="relative -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        <table className="w-full min-w-[56rem] text-sm tabular-nums">
          <thead>
            <tr className="border-line border-b text-muted">
              <th scope="col" className="py-2 pe-4 text-start font-medium">
                {t('metrics.page')}
              </th>
              {METRIC_NAMES.map((name) => (
                <Heading key={name} by={name} title={METRICS[name].title} {...heading}>
                  {name}
                </Heading>
              ))}
              <Heading by="samples" {...heading}>
                {t('metrics.samples')}
              </Heading>
            </tr>
          </thead>
          <tbody>
            {sortPages(pages, order).map((page) => {
              const { pageUrl, metrics } = page;
              return (
                <tr
                  key={pageUrl}
                  className={clsx('border-line border-b', pageUrl === chosen && 'bg-surface-2')}
                >
                  <th scope="row" className="py-1 pe-4 text-start font-normal">
                    <button
                      type="button"
                      aria-pressed={pageUrl === chosen}
                      onClick={() => onChoose(pageUrl === chosen ? undefined : pageUrl)}
                      className="max-w-[26rem] truncate rounded-control px-2 py-1.5 text-start font-mono hover:text-accent"
                    >
                      {pageUrl}
                    </button>
                  </th>
                  {METRIC_NAMES.map((name) => {
                    const metric = metrics.find((found) => found.name === name);
                    return (
                      <td
                        key={name}
                        className={clsx('px-3 py-1 text-end', metric ? INK[metric.rating] : 'text-faint')}
                      >
                        {metric ? (
                          <span title={RATINGS[metric.rating].label}>
                            {formatMetric(name, metric.p75)}
                            <span className="sr-only">, {RATINGS[metric.rating].label}</span>
                          </span>
                        ) : (
                          <span aria-hidden="true">–</span>
                        )}
                      </td>
                    );
                  })}
                  <td className="py-1 ps-3 text-end text-muted">{formatCount(samplesOf(page))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

interface HeadingProps {
  by: MetricName | 'samples';
  title?: string;
  order: PageOrder;
  onOrder: (order: PageOrder) => void;
  children: string;
}

function Heading({ by, title, order, onOrder, children }: HeadingProps) {
  const sorted = order?.by === by ? (order.descending ? 'descending' : 'ascending') : undefined;
  const Icon = sorted === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={sorted ?? 'none'} className="px-3 py-2 text-end font-medium last:pe-0">
      <button
        type="button"
        title={title}
        onClick={() => onOrder(nextOrder(order, by))}
        className={clsx(
          'inline-flex min-h-6 items-center gap-1 rounded-control hover:text-ink',
          sorted && 'text-ink',
        )}
      >
        {/* Keeps its space, so that columns don't move. */}
        <Icon size={14} aria-hidden="true" className={clsx(!sorted && 'invisible')} />
        {children}
      </button>
    </th>
  );
}
