/** In a file of its own, so that the chart library loads only when there is something to draw. */
import type { ViewerSample } from '@tributary/contracts/live';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatTime } from '@/lib/format/dates.ts';
import { formatViewers } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { ChartTooltip } from '@/ui/chart-tooltip.tsx';
import { CHART, chartName, GRID, TOOLTIP, X_AXIS, Y_AXIS } from '@/ui/charts.tsx';

/** The most viewers of each minute, as steps: nothing is known between them. */
export default function ViewersChart({
  samples,
  height,
}: {
  samples: readonly ViewerSample[];
  height: number;
}) {
  const data = samples.map(({ at, viewers }) => ({ at: Date.parse(at), viewers }));
  return (
    <div>
      <ResponsiveContainer width="100%" height={height}>
        <AreaChart
          data={data}
          {...CHART}
          {...chartName(t('channels.viewers.overTime'))}
          margin={{ ...CHART.margin, right: 8 }}
        >
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
            content={ChartTooltip}
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
