/** In a file of its own, so that the chart library loads only when there is something to draw. */
import type { AdminOverview } from '@tributary/contracts/admin';
import { numberFormat } from '@tributary/messages/format';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatAxisDay } from '@/lib/format/dates.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { ChartTooltip } from '@/ui/chart-tooltip.tsx';
import { CHART, chartName, GRID, TOOLTIP, X_AXIS, Y_AXIS } from '@/ui/charts.tsx';

const SERIES = [
  { key: 'newUsers', name: t('admin.overview.newAccounts') },
  { key: 'hoursStreamed', name: t('admin.overview.hoursStreamed') },
] as const;

/** New accounts and hours streamed by day, a chart for each, so that each has one scale. */
export default function OverviewChart({ days }: { days: AdminOverview['days'] }) {
  const data = days.map((one) => ({ ...one, label: formatAxisDay(one.date) }));
  return (
    <div className="grid gap-8 md:grid-cols-2">
      {SERIES.map(({ key, name }) => (
        <figure key={key} className="flex min-w-0 flex-col gap-3">
          <figcaption className="text-muted text-sm">{name}</figcaption>
          <ResponsiveContainer width="100%" height={220}>
            <BarChart data={data} {...CHART} {...chartName(name)}>
              <CartesianGrid {...GRID} />
              <XAxis dataKey="label" {...X_AXIS} />
              <YAxis {...Y_AXIS} width={36} tickCount={4} />
              <Tooltip
                {...TOOLTIP}
                content={ChartTooltip}
                cursor={{ fill: 'var(--surface-2)' }}
                formatter={(value) => [
                  numberFormat(locale(), { maximumFractionDigits: 1 }).format(Number(value)),
                  name,
                ]}
              />
              <Bar
                dataKey={key}
                name={name}
                fill="var(--accent)"
                maxBarSize={20}
                radius={[3, 3, 0, 0]}
                isAnimationActive={false}
              />
            </BarChart>
          </ResponsiveContainer>
        </figure>
      ))}
    </div>
  );
}
