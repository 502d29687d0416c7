/** In a file of its own, so that the chart library loads only when there is something to draw. */
import type { Earnings } from '@tributary/contracts';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatAxisBucket } from '@/lib/dates.ts';
import { TICK, TOOLTIP } from '@/ui/charts.tsx';
import { formatMoney, formatMoneyShort } from '../shared/format-money.ts';

const SOURCES = [
  { key: 'donations', name: 'Donations', color: 'var(--amber)' },
  { key: 'tickets', name: 'Tickets', color: 'var(--accent)' },
] as const;

/**
 * Net amounts over time, donations and tickets stacked. Hidden from screen readers, since a table has the
 * same data.
 */
export default function EarningsChart({ earnings }: { earnings: Earnings }) {
  const { series, bucket, currency } = earnings;
  const data = series.map((point) => ({ ...point, label: formatAxisBucket(point.from, bucket) }));
  return (
    <div className="flex flex-col gap-3" aria-hidden="true">
      <ResponsiveContainer width="100%" height={240}>
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
            width={52}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            tickCount={4}
            tickFormatter={(value: number) => formatMoneyShort(value, currency)}
          />
          <Tooltip
            {...TOOLTIP}
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
      <ul className="flex gap-5 text-muted text-sm">
        {SOURCES.map(({ key, name, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span className="size-2.5 rounded-[3px]" style={{ background: color }} />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
