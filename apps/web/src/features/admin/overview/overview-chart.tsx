/** In a file of its own, so that the chart library loads only when there is something to draw. */
import type { AdminOverview } from '@tributary/contracts/admin';
import { numberFormat } from '@tributary/messages/format';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatAxisDay } from '@/lib/dates.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { CHART, ChartLegend, GRID, TOOLTIP, X_AXIS, Y_AXIS } from '@/ui/charts.tsx';

const SERIES = [
  { key: 'newUsers', name: t('admin.overview.newAccounts'), color: 'var(--line-strong)' },
  { key: 'hoursStreamed', name: t('admin.overview.hoursStreamed'), color: 'var(--accent)' },
] as const;

/**
 * New accounts as bars and hours streamed as a line, each with its own axis. Hidden from screen readers,
 * since a table has the same data.
 */
export default function OverviewChart({ days }: { days: AdminOverview['days'] }) {
  const data = days.map((one) => ({ ...one, label: formatAxisDay(one.date) }));
  return (
    <div className="flex flex-col gap-3" aria-hidden="true">
      <ResponsiveContainer width="100%" height={260}>
        <ComposedChart data={data} {...CHART}>
          <CartesianGrid {...GRID} />
          <XAxis dataKey="label" {...X_AXIS} />
          <YAxis yAxisId="people" {...Y_AXIS} width={36} />
          <YAxis
            yAxisId="hours"
            orientation="right"
            {...Y_AXIS}
            width={36}
            tick={{ ...Y_AXIS.tick, fill: 'var(--accent)' }}
          />
          <Tooltip
            {...TOOLTIP}
            cursor={{ fill: 'var(--surface-2)' }}
            formatter={(value, name) => [
              numberFormat(locale(), { maximumFractionDigits: 1 }).format(Number(value)),
              name,
            ]}
          />
          <Bar
            yAxisId="people"
            dataKey={SERIES[0].key}
            name={SERIES[0].name}
            fill={SERIES[0].color}
            maxBarSize={20}
            radius={[3, 3, 0, 0]}
            isAnimationActive={false}
          />
          <Line
            yAxisId="hours"
            type="step"
            dataKey={SERIES[1].key}
            name={SERIES[1].name}
            stroke={SERIES[1].color}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
      <ChartLegend series={SERIES} />
    </div>
  );
}
