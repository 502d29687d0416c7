/** In a file of its own, so that the chart library loads only when there is something to draw. */
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatAxisDay } from '@/lib/dates.ts';
import { TICK, TOOLTIP } from '@/ui/charts.tsx';

/** New followers by day. Hidden from screen readers, since a table has the same data. */
export default function FollowersChart({ days }: { days: readonly { day: string; gained: number }[] }) {
  const data = days.map((one) => ({ ...one, label: formatAxisDay(one.day) }));
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={200}>
        <BarChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 0, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="label"
            tick={TICK}
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            minTickGap={24}
          />
          <YAxis
            width={40}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            tickCount={4}
          />
          <Tooltip
            {...TOOLTIP}
            cursor={{ fill: 'var(--surface-2)' }}
            formatter={(value) => [`${Number(value).toLocaleString('en')} new`, '']}
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
