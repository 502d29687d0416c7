import type { UseQueryResult } from '@tanstack/react-query';
import type { Earnings, EarningsPeriod } from '@tributary/contracts/payouts';
import { Suspense } from 'react';
import { formatAxisBucket } from '@/lib/dates.ts';
import { formatNumberOf } from '@/lib/format.ts';
import { formatMoney } from '@/lib/money.ts';
import { messageOf } from '@/lib/query.ts';
import { lazyChart } from '@/ui/charts.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { type Figure, Figures } from '@/ui/figures.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { formatTrend } from './format-earnings.ts';

const EarningsChart = lazyChart(() => import('./earnings-chart.tsx'));

const PERIODS: Readonly<Record<EarningsPeriod, { name: string; span: string }>> = {
  '30d': { name: 'Last 30 days', span: '30 days' },
  '90d': { name: 'Last 13 weeks', span: '13 weeks' },
  '12m': { name: 'Last 12 months', span: '12 months' },
};

/** The height of the chart with its legend. */
const HEIGHT = 'h-[17rem]';

interface EarningsPanelProps {
  earnings: UseQueryResult<Earnings>;
  period: EarningsPeriod;
  onPeriod: (period: EarningsPeriod) => void;
  /** The labels of the figures. */
  labels: { net: string; amount: string; fee: string };
}

/** Earnings over time: figures with their trend, and a chart. */
export function EarningsPanel({ earnings, period, onPeriod, labels }: EarningsPanelProps) {
  const { data } = earnings;
  return (
    <section
      aria-label="Earnings"
      aria-busy={earnings.isPlaceholderData}
      className="flex flex-col gap-6 transition-opacity aria-busy:opacity-60"
    >
      <div className="w-44">
        <Select
          aria-label="Period"
          value={period}
          onChange={({ target }) => onPeriod(target.value as EarningsPeriod)}
        >
          {Object.entries(PERIODS).map(([value, { name }]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {earnings.isError && !data ? (
        <ErrorState message={messageOf(earnings.error)} onRetry={() => void earnings.refetch()} />
      ) : (
        <>
          <Figures areRows figures={figuresOf(data, PERIODS[period].span, labels)} />
          <Figures areRows figures={sourcesOf(data)} />
        </>
      )}
      {/* As high in each state, so that the content below doesn't move. */}
      {(data || earnings.isPending) && (
        <figure className="rounded-media bg-surface-1 p-4 sm:p-5">
          {!data ? (
            <Skeleton className={HEIGHT} />
          ) : data.totals.netAmount > 0 ? (
            <>
              <Suspense fallback={<Skeleton className={HEIGHT} />}>
                <EarningsChart earnings={data} />
              </Suspense>
              <figcaption className="sr-only">
                <SeriesTable earnings={data} />
              </figcaption>
            </>
          ) : (
            <p className={`flex items-center justify-center text-balance text-center text-muted ${HEIGHT}`}>
              No earnings in the last {PERIODS[period].span}.
            </p>
          )}
        </figure>
      )}
    </section>
  );
}

function figuresOf(data: Earnings | undefined, span: string, labels: EarningsPanelProps['labels']): Figure[] {
  const money = (minor: number | undefined) =>
    data && minor !== undefined ? formatMoney(minor, data.currency) : undefined;
  const totals = data?.totals;
  return [
    {
      label: labels.net,
      value: money(totals?.netAmount),
      note: data && formatTrend(data.totals.netAmount, data.previousNetAmount, span),
    },
    { label: labels.amount, value: money(totals?.amount), note: null },
    {
      label: labels.fee,
      value: money(totals?.platformFee),
      note: data && `${data.feeBasisPoints / 100}%, rounded down`,
    },
  ];
}

const SOURCES = [
  ['donations', 'Donations', 'donation'],
  ['tickets', 'Tickets', 'ticket'],
  ['subscriptions', 'Subscriptions', 'payment'],
] as const;

/** The net amount of each source, and its number of payments. */
const sourcesOf = (data: Earnings | undefined): Figure[] =>
  SOURCES.map(([source, label, what]) => ({
    label,
    value:
      data &&
      formatMoney(
        data.series.reduce((total, bucket) => total + bucket[source], 0),
        data.currency,
      ),
    note: data && formatNumberOf(data.totals[source], what),
  }));

/** The chart's data as a table, for screen readers. */
function SeriesTable({ earnings: { series, bucket, currency } }: { earnings: Earnings }) {
  return (
    <table>
      <caption>Net earnings per {bucket}</caption>
      <thead>
        <tr>
          <th scope="col">{bucket}</th>
          <th scope="col">Donations</th>
          <th scope="col">Tickets</th>
          <th scope="col">Subscriptions</th>
        </tr>
      </thead>
      <tbody>
        {series.map(({ from, donations, tickets, subscriptions }) => (
          <tr key={from}>
            <th scope="row">{formatAxisBucket(from, bucket)}</th>
            <td>{formatMoney(donations, currency)}</td>
            <td>{formatMoney(tickets, currency)}</td>
            <td>{formatMoney(subscriptions, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
