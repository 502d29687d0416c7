/** In a file of its own, so that the chart library loads only when there is something to draw. */
import type { AdminOverview } from '@tributary/contracts';
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
import { TICK, TOOLTIP } from '@/ui/charts.tsx';

const SERIES = [
  { key: 'newUsers', name: 'New accounts', color: 'var(--line-strong)' },
  { key: 'hoursStreamed', name: 'Hours streamed', color: 'var(--accent)' },
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
        <ComposedChart
          data={data}
          accessibilityLayer={false}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="label"
            tick={TICK}
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            minTickGap={24}
          />
          <YAxis
            yAxisId="people"
            width={36}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
          />
          <YAxis
            yAxisId="hours"
            orientation="right"
            width={36}
            tick={{ ...TICK, fill: 'var(--accent)' }}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
          />
          <Tooltip
            {...TOOLTIP}
            cursor={{ fill: 'var(--surface-2)' }}
            formatter={(value, name) => [
              Number(value).toLocaleString('en', { maximumFractionDigits: 1 }),
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
            dataKey={SERIES[1].key}
            name={SERIES[1].name}
            stroke={SERIES[1].color}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
      <ul className="flex gap-5 text-muted text-sm">
        {SERIES.map(({ key, name, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span className="size-2.5 rounded-[3px]" style={{ background: color }} />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
