import type { UseQueryResult } from '@tanstack/react-query';
import type { Earnings, EarningsPeriod } from '@tributary/contracts/payouts';
import { Suspense } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { formatAxisBucket } from '@/lib/format/dates.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { lazyChart } from '@/ui/charts.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { type Figure, Figures } from '@/ui/figures.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { formatTrend } from './format-earnings.ts';

const EarningsChart = lazyChart(() => import('./earnings-chart.tsx'));

const PERIODS: Readonly<Record<EarningsPeriod, string>> = {
  '30d': t('payouts.earnings.days'),
  '90d': t('payouts.earnings.weeks'),
  '12m': t('payouts.earnings.months'),
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
      aria-label={t('payouts.earnings.title')}
      aria-busy={earnings.isPlaceholderData}
      className="flex flex-col gap-6 transition-opacity aria-busy:opacity-60"
    >
      <div className="w-44">
        <Select
          aria-label={t('payouts.table.period')}
          value={period}
          onChange={({ target }) => onPeriod(target.value as EarningsPeriod)}
        >
          {Object.entries(PERIODS).map(([value, name]) => (
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
          <Figures areRows figures={figuresOf(data, period, labels)} />
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
              {t('payouts.earnings.none', { period })}
            </p>
          )}
        </figure>
      )}
    </section>
  );
}

function figuresOf(
  data: Earnings | undefined,
  period: EarningsPeriod,
  labels: EarningsPanelProps['labels'],
): Figure[] {
  const money = (minor: number | undefined) =>
    data && minor !== undefined ? formatMoney(minor, data.currency) : undefined;
  const totals = data?.totals;
  return [
    {
      label: labels.net,
      value: money(totals?.netAmount),
      note: data && formatTrend(data.totals.netAmount, data.previousNetAmount, period),
    },
    { label: labels.amount, value: money(totals?.amount), note: null },
    {
      label: labels.fee,
      value: money(totals?.platformFee),
      note: data && t('payouts.earnings.feeShare', { share: data.feeBasisPoints / 10_000 }),
    },
  ];
}

const SOURCES = [
  [
    'donations',
    t('payouts.earnings.donations'),
    (count: number) => t('payouts.earnings.donationCount', { count }),
  ],
  ['tickets', t('payouts.earnings.tickets'), (count: number) => t('payouts.earnings.ticketCount', { count })],
  [
    'subscriptions',
    t('payouts.earnings.subscriptions'),
    (count: number) => t('payouts.earnings.paymentCount', { count }),
  ],
] as const;

/** The net amount of each source, and its number of payments. */
const sourcesOf = (data: Earnings | undefined): Figure[] =>
  SOURCES.map(([source, label, countOf]) => ({
    label,
    value:
      data &&
      formatMoney(
        data.series.reduce((total, bucket) => total + bucket[source], 0),
        data.currency,
      ),
    note: data && countOf(data.totals[source]),
  }));

/** The chart's data as a table, for screen readers. */
function SeriesTable({ earnings: { series, bucket, currency } }: { earnings: Earnings }) {
  return (
    <table>
      <caption>{t('payouts.earnings.tableCaption', { bucket })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('payouts.earnings.bucket', { bucket })}</th>
          <th scope="col">{t('payouts.earnings.donations')}</th>
          <th scope="col">{t('payouts.earnings.tickets')}</th>
          <th scope="col">{t('payouts.earnings.subscriptions')}</th>
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
