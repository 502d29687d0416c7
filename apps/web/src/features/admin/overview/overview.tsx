import type { AdminOverview } from '@tributary/contracts/admin';
import { numberFormat } from '@tributary/messages/format';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { formatBookDay } from '@/lib/format/dates.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { lazyChart } from '@/ui/charts.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';

const Chart = lazyChart(() => import('./overview-chart.tsx'));

/** The height of the charts with their captions. */
const CHART = 'h-63 rounded-media max-md:h-134';

interface OverviewProps {
  /** Links to queues with open items. */
  verificationLink: (words: string) => ReactNode;
  messagesLink: (words: string) => ReactNode;
}

/** The instance at a glance: key figures, trends and open tasks. */
export function Overview({ verificationLink, messagesLink }: OverviewProps) {
  const overview = useApi('GET /api/admin/overview', {}, { refetchInterval: 30_000 });
  if (!overview.data) {
    return overview.isError ? (
      <ErrorState message={messageOf(overview.error)} onRetry={() => void overview.refetch()} />
    ) : (
      <OverviewSkeleton />
    );
  }
  const { pendingVerifications, openMessages } = overview.data;
  return (
    <>
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        {pendingVerifications > 0 &&
          verificationLink(t('admin.overview.toVerify', shownCount(pendingVerifications)))}
        {openMessages > 0 && messagesLink(t('admin.overview.toRead', shownCount(openMessages)))}
        {pendingVerifications + openMessages === 0 && (
          <p className="text-muted">{t('admin.overview.caughtUp')}</p>
        )}
      </div>
      <Figures overview={overview.data} />
      <Section title={t('admin.overview.lastDays')}>
        <Suspense fallback={<Skeleton className={CHART} />}>
          <Chart days={overview.data.days} />
        </Suspense>
        <DaysTable days={overview.data.days} />
      </Section>
    </>
  );
}

function Figures({ overview }: { overview: AdminOverview }) {
  const { users, newUsers, streamers, liveNow, viewersNow, hoursStreamed } = overview;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-3">
      <Figure label={t('dashboards.liveNow')} value={formatCount(liveNow)} />
      <Figure label={t('admin.overview.viewersNow')} value={formatCount(viewersNow)} />
      <Figure
        label={t('admin.overview.hours7')}
        value={formatHours(hoursStreamed.now)}
        trend={hoursStreamed.now - hoursStreamed.before}
        trendText={formatHours(Math.abs(hoursStreamed.now - hoursStreamed.before))}
      />
      <Figure label={t('admin.overview.accounts')} value={formatCount(users)} />
      <Figure label={t('admin.overview.streamers')} value={formatCount(streamers)} />
      <Figure
        label={t('admin.overview.new7')}
        value={formatCount(newUsers.now)}
        trend={newUsers.now - newUsers.before}
        trendText={formatCount(Math.abs(newUsers.now - newUsers.before))}
      />
    </dl>
  );
}

interface FigureProps {
  label: string;
  value: string;
  /** The change from the seven days before. */
  trend?: number;
  trendText?: string;
}

function Figure({ label, value, trend, trendText }: FigureProps) {
  const Icon = (trend ?? 0) < 0 ? TrendingDown : TrendingUp;
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="order-2 text-muted text-sm">{label}</dt>
      <dd className="order-1 font-display font-semibold text-xl tabular-nums">{value}</dd>
      {trend !== undefined && (
        <dd className="order-3 flex items-center gap-1.5 text-muted text-xs">
          {Math.abs(trend) >= 0.05 ? (
            <>
              <Icon size={14} aria-hidden="true" className={trend > 0 ? 'text-green' : 'text-amber'} />
              {t(trend > 0 ? 'admin.overview.up' : 'admin.overview.down', { amount: trendText ?? '' })}
            </>
          ) : (
            t('admin.overview.same')
          )}
        </dd>
      )}
    </div>
  );
}

/** The chart's data as a table. */
function DaysTable({ days }: { days: AdminOverview['days'] }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-0.5 text-muted hover:text-ink">
        {t('admin.overview.asTable')}
      </summary>
      <table className="mt-4 w-full max-w-xl tabular-nums">
        <caption className="sr-only">{t('admin.overview.byDay')}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1.5 text-start font-medium">
              {t('admin.overview.day')}
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              {t('admin.overview.newAccounts')}
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              {t('admin.page.streams')}
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              {t('admin.overview.hours')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, newUsers, streams, hoursStreamed }) => (
            <tr key={date} className="border-line border-t">
              <th scope="row" className="py-1.5 text-start font-normal">
                {formatBookDay(date)}
              </th>
              <td className="py-1.5 text-end">{newUsers}</td>
              <td className="py-1.5 text-end">{streams}</td>
              <td className="py-1.5 text-end">{formatTenths(hoursStreamed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** As high as the loaded overview, so that the content below doesn't move. */
function OverviewSkeleton() {
  return (
    <>
      <Skeleton className="h-10 w-48" />
      <div className="grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-3">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} className="h-18" />
        ))}
      </div>
      <Section title={t('admin.overview.lastDays')}>
        <Skeleton className={CHART} />
        <Skeleton className="h-5 w-36" />
      </Section>
    </>
  );
}

const shownCount = (count: number) => ({ count, shown: formatCount(count) });

const formatTenths = (value: number) =>
  numberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

const formatHours = (hours: number) => (hours < 100 ? formatTenths(hours) : formatCount(Math.round(hours)));
