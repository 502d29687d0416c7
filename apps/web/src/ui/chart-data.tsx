import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';

interface ChartDataProps {
  caption: string;
  headings: readonly [string, string];
  rows: readonly (readonly [key: string, name: ReactNode, value: ReactNode])[];
}

/** A chart's data as a table, which screen readers can read. */
export function ChartData({ caption, headings: [name, value], rows }: ChartDataProps) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-control py-0.5 text-muted hover:text-ink">
        {t('ui.chart.table')}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section tabIndex={0} aria-label={caption} className="mt-3 max-h-72 overflow-y-auto">
        <table className="w-full max-w-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="text-muted">
              <th scope="col" className="py-1.5 text-start font-medium">
                {name}
              </th>
              <th scope="col" className="py-1.5 text-end font-medium">
                {value}
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {rows.map(([key, first, second]) => (
              <tr key={key} className="border-line border-t">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {first}
                </th>
                <td className="py-1.5 text-end">{second}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
