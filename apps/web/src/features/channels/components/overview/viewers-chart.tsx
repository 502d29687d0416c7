/** In a file of its own, so that the chart library loads only when there is something to draw. */
import type { ViewerSample } from '@tributary/contracts/live';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatTime } from '@/lib/dates.ts';
import { formatViewers } from '@/lib/format.ts';
import { CHART, GRID, TOOLTIP, X_AXIS, Y_AXIS } from '@/ui/charts.tsx';

/** The most viewers of each minute, as steps: nothing is known between them. Hidden from screen readers, since a table has the same data. */
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
        <AreaChart data={data} {...CHART} margin={{ ...CHART.margin, right: 8 }}>
          <CartesianGrid {...GRID} />
          <XAxis
            dataKey="at"
            type="number"
            scale="time"
            domain={['dataMin', 'dataMax']}
            {...X_AXIS}
            minTickGap={40}
            tickFormatter={(at: number) => formatTime(at)}
          />
          <YAxis {...Y_AXIS} tickCount={4} />
          <Tooltip
            {...TOOLTIP}
            cursor={{ stroke: 'var(--line-strong)' }}
            labelFormatter={(at) => formatTime(Number(at))}
            formatter={(value) => [formatViewers(Number(value)), '']}
            separator=""
          />
          <Area
            dataKey="viewers"
            type="stepAfter"
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
