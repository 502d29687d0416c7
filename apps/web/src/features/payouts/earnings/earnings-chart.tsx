/** Has its own file, so that the chart library loads only when there is data. */
import type { Earnings } from '@tributary/contracts/payouts';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatAxisBucket } from '@/lib/format/dates.ts';
import { formatMoney, formatMoneyShort } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { ChartTooltip } from '@/ui/chart-tooltip.tsx';
import { CHART, ChartLegend, chartName, GRID, TOOLTIP, X_AXIS, Y_AXIS } from '@/ui/charts.tsx';

const SOURCES = [
  { key: 'donations', name: t('payouts.earnings.donations'), color: 'var(--series-1)' },
  { key: 'tickets', name: t('payouts.earnings.tickets'), color: 'var(--series-2)' },
  { key: 'subscriptions', name: t('payouts.earnings.subscriptions'), color: 'var(--series-3)' },
] as const;

/** A chart of net amounts over time, stacked by donations, tickets and subscriptions. */
export default function EarningsChart({ earnings }: { earnings: Earnings }) {
  const { series, bucket, currency } = earnings;
  const data = series.map((point) => ({ ...point, label: formatAxisBucket(point.from, bucket) }));
  return (
    <div className="flex flex-col gap-3">
      <ResponsiveContainer width="100%" height={240}>
        <BarChart data={data} {...CHART} {...chartName(t('payouts.earnings.tableCaption', { bucket }))}>
          <CartesianGrid {...GRID} />
          <XAxis dataKey="label" {...X_AXIS} />
          <YAxis
            {...Y_AXIS}
            // German and French write thousands out, which takes more room.
            width="auto"
            allowDecimals
            tickCount={4}
            tickFormatter={(value: number) => formatMoneyShort(value, currency)}
          />
          <Tooltip
            {...TOOLTIP}
            content={ChartTooltip}
            cursor={{ fill: 'var(--surface-2)' }}
            formatter={(value, name) => [formatMoney(Number(value), currency), name]}
          />
          {SOURCES.map(({ key, name, color }) => (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              stackId="net"
              fill={color}
              maxBarSize={36}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
      <ChartLegend series={SOURCES} />
    </div>
  );
}
