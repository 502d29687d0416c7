/** In a file of its own, so that the chart library loads only when there is something to draw. */
import type { ViewerSample } from '@tributary/contracts';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatTime } from '@/lib/dates.ts';
import { formatViewers } from '@/lib/format.ts';
import { TICK, TOOLTIP } from '@/ui/charts.tsx';

/** Viewers by minute. Hidden from screen readers, since a table has the same data. */
export default function ViewersChart({
  samples,
  height,
}: {
  samples: readonly ViewerSample[];
  height: number;
}) {
  const data = samples.map(({ at, viewers }) => ({ at: Date.parse(at), viewers }));
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={height}>
        <AreaChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            type="number"
            scale="time"
            domain={['dataMin', 'dataMax']}
            tick={TICK}
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            minTickGap={40}
            tickFormatter={(at: number) => formatTime(at)}
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
            cursor={{ stroke: 'var(--line-strong)' }}
            labelFormatter={(at) => formatTime(Number(at))}
            formatter={(value) => [formatViewers(Number(value)), '']}
            separator=""
          />
          <Area
            dataKey="viewers"
            type="monotone"
            stroke="var(--accent)"
            strokeWidth={2}
            fill="var(--accent-soft)"
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
