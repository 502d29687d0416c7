/** In a file of its own, so that the chart library loads only when there is something to draw. */
import { numberFormat } from '@tributary/messages/format';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatAxisDay } from '@/lib/format/dates.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { ChartTooltip } from '@/ui/chart-tooltip.tsx';
import { CHART, chartName, GRID, TOOLTIP, X_AXIS, Y_AXIS } from '@/ui/charts.tsx';

/** New followers by day. */
export default function FollowersChart({ days }: { days: readonly { day: string; gained: number }[] }) {
  const data = days.map((one) => ({ ...one, label: formatAxisDay(one.day) }));
  return (
    <div>
      <ResponsiveContainer width="100%" height={200}>
        <BarChart
          data={data}
          {...CHART}
          {...chartName(t('channels.growth.caption', { days: `${days.length}` }))}
        >
          <CartesianGrid {...GRID} />
          <XAxis dataKey="label" {...X_AXIS} />
          <YAxis {...Y_AXIS} tickCount={4} />
          <Tooltip
            {...TOOLTIP}
            content={ChartTooltip}
            cursor={{ fill: 'var(--surface-2)' }}
            formatter={(value) => [
              t('channels.growth.new', { shown: numberFormat(locale()).format(Number(value)) }),
              '',
            ]}
            separator=""
          />
          <Bar
            dataKey="gained"
            fill="var(--accent)"
            maxBarSize={28}
            radius={[3, 3, 0, 0]}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
