/** In a file of its own, so that the chart library loads only when there is something to draw. */
import { numberFormat } from '@tributary/messages/format';
import {
  Area,
  AreaChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatClock } from '@/lib/format/times.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { ChartTooltip } from '@/ui/chart-tooltip.tsx';
import { CHART, chartName, GRID, TOOLTIP, X_AXIS, Y_AXIS } from '@/ui/charts.tsx';
import type { RetentionMarker, RetentionStep } from './retention.ts';

interface RetentionChartProps {
  steps: readonly RetentionStep[];
  markers: readonly RetentionMarker[];
}

const percent = (share: number) =>
  numberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** The share of viewers that stays, as steps, with a numbered line for each marker of the stream. */
export default function RetentionChart({ steps, markers }: RetentionChartProps) {
  const last = steps.at(-1)?.minute ?? 0;
  return (
    <ResponsiveContainer width="100%" height={240}>
      <AreaChart
        data={[...steps]}
        {...CHART}
        {...chartName(t('analytics.retention'))}
        margin={{ ...CHART.margin, top: 20, right: 8 }}
      >
        <CartesianGrid {...GRID} />
        <XAxis
          dataKey="minute"
          type="number"
          domain={['dataMin', 'dataMax']}
          {...X_AXIS}
          minTickGap={40}
          tickFormatter={clock}
        />
        <YAxis {...Y_AXIS} domain={[0, 1]} ticks={[0, 0.5, 1]} width={44} tickFormatter={percent} />
        {markers.map(({ id, positionMs }, index) => {
          const minute = positionMs / 60_000;
          return (
            minute <= last && (
              <ReferenceLine
                key={id}
                x={minute}
                stroke="var(--amber)"
                strokeDasharray="3 3"
                label={{ value: index + 1, position: 'top', fill: 'var(--amber)', fontSize: 12 }}
              />
            )
          );
        })}
        <Tooltip
          {...TOOLTIP}
          content={ChartTooltip}
          cursor={{ stroke: 'var(--line-strong)' }}
          labelFormatter={(minute) => labelOf(Number(minute), steps)}
          formatter={(value) => [t('analytics.retention.share', { share: percent(Number(value)) }), '']}
          separator=""
        />
        <Area
          dataKey="share"
          type="stepAfter"
          stroke="var(--accent)"
          strokeWidth={2}
          fill="var(--accent-soft)"
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}

const clock = (minute: number): string => formatClock(minute * 60);

/** The time, and the markers in it. */
function labelOf(minute: number, steps: readonly RetentionStep[]): string {
  const markers = steps.find((step) => step.minute === minute)?.markers ?? [];
  if (markers.length === 0) return clock(minute);
  return t('analytics.retention.marked', { time: clock(minute), markers: markers.join(', ') });
}
