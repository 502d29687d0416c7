/** In a file of its own, so that the chart library loads only when there is something to draw. */
import { INGEST_HEALTH_HISTORY_SECONDS, type IngestHealthPoint } from '@tributary/contracts/live';
import { Area, AreaChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatTime } from '@/lib/format/dates.ts';
import { ChartTooltip } from '@/ui/chart-tooltip.tsx';
import { chartName, TOOLTIP } from '@/ui/charts.tsx';
import type { IngestFigure } from '../../engine/ingest-health.ts';

interface IngestHealthChartProps {
  points: readonly IngestHealthPoint[];
  figure: IngestFigure;
  label: string;
  color: string;
  format: (value: number) => string;
}

/** One metric over the last ten minutes; gaps have no line. */
export default function IngestHealthChart({ points, figure, label, color, format }: IngestHealthChartProps) {
  const data = points.map((point) => ({ at: Date.parse(point.at), value: point[figure] }));
  const end = data.at(-1)?.at ?? 0;
  return (
    <div>
      <ResponsiveContainer width="100%" height={96}>
        <AreaChart data={data} {...chartName(label)} margin={{ top: 6, right: 0, bottom: 0, left: 0 }}>
          <XAxis
            dataKey="at"
            type="number"
            hide
            domain={[end - INGEST_HEALTH_HISTORY_SECONDS * 1000, end]}
            allowDataOverflow
          />
          <YAxis hide domain={[0, (most: number) => Math.max(most * 1.15, 1)]} />
          <Tooltip
            {...TOOLTIP}
            content={ChartTooltip}
            cursor={{ stroke: 'var(--line-strong)' }}
            labelFormatter={(at) => formatTime(Number(at))}
            formatter={(value) => [format(Number(value)), '']}
            separator=""
          />
          <Area
            dataKey="value"
            type="stepAfter"
            stroke={color}
            strokeWidth={2}
            fill={color}
            fillOpacity={0.12}
            isAnimationActive={false}
            connectNulls={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
