import { METRIC_NAMES, type MetricRating, type PagePerformance } from '@tributary/contracts';
import { clsx } from 'clsx';
import { formatCount } from '@/lib/format.ts';
import { Section } from '@/ui/layout.tsx';
import { formatMetric, METRICS, RATINGS } from '../engine/describe-metric.ts';

const INK: Readonly<Record<MetricRating, string>> = {
  good: 'text-green',
  'needs-improvement': 'text-amber',
  poor: 'font-semibold text-live',
};

interface PageTableProps {
  pages: readonly PagePerformance[];
  /** The one whose figures stand above. */
  chosen: string | undefined;
  onChoose: (page: string | undefined) => void;
}

/** Every page with its 75th percentiles, the one to look at first at the top. */
export function PageTable({ pages, chosen, onChoose }: PageTableProps) {
  return (
    <Section title="Pages" aside={<p className="text-muted text-sm">75th percentile, worst first</p>}>
      <div className="relative -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        <table className="w-full min-w-[56rem] text-sm tabular-nums">
          <thead>
            <tr className="border-line border-b text-muted">
              <th scope="col" className="py-2 pe-4 text-start font-medium">
                Page
              </th>
              {METRIC_NAMES.map((name) => (
                <th key={name} scope="col" className="px-3 py-2 text-end font-medium">
                  <abbr title={METRICS[name].title} className="no-underline">
                    {name}
                  </abbr>
                </th>
              ))}
              <th scope="col" className="py-2 ps-3 text-end font-medium">
                Samples
              </th>
            </tr>
          </thead>
          <tbody>
            {pages.map(({ pageUrl, metrics }) => (
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
                <td className="py-1 ps-3 text-end text-muted">
                  {formatCount(metrics.reduce((sum, { samples }) => sum + samples, 0))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
