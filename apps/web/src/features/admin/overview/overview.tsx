import type { AdminOverview } from '@tributary/contracts/admin';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { formatBookDay } from '@/lib/dates.ts';
import { formatCount } from '@/lib/format.ts';
import { messageOf } from '@/lib/query.ts';
import { useApi } from '@/lib/use-api.ts';
import { lazyChart } from '@/ui/charts.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';

const Chart = lazyChart(() => import('./overview-chart.tsx'));

/** The height of the chart with its legend. */
const CHART = 'h-73 rounded-media';

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
        {pendingVerifications > 0 && verificationLink(`${plural(pendingVerifications, 'request')} to verify`)}
        {openMessages > 0 && messagesLink(`${plural(openMessages, 'message')} to read`)}
        {pendingVerifications + openMessages === 0 && (
          <p className="text-muted">All caught up: no open requests or messages.</p>
        )}
      </div>
      <Figures overview={overview.data} />
      <Section title="Last 30 days">
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
      <Figure label="Live now" value={formatCount(liveNow)} />
      <Figure label="Viewers now" value={formatCount(viewersNow)} />
      <Figure
        label="Hours streamed, 7 days"
        value={formatHours(hoursStreamed.now)}
        trend={hoursStreamed.now - hoursStreamed.before}
        trendText={formatHours(Math.abs(hoursStreamed.now - hoursStreamed.before))}
      />
      <Figure label="Accounts" value={formatCount(users)} />
      <Figure label="Streamers" value={formatCount(streamers)} />
      <Figure
        label="New accounts, 7 days"
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
              {trend > 0 ? 'Up' : 'Down'} {trendText} from the week before
            </>
          ) : (
            'Same as the week before'
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
      <summary className="w-fit cursor-pointer py-0.5 text-muted hover:text-ink">Show as table</summary>
      <table className="mt-4 w-full max-w-xl tabular-nums">
        <caption className="sr-only">New accounts, streams and hours streamed by day</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1.5 text-start font-medium">
              Day
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              New accounts
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              Streams
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              Hours
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
              <td className="py-1.5 text-end">{hoursStreamed.toFixed(1)}</td>
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
      <Section title="Last 30 days">
        <Skeleton className={CHART} />
        <Skeleton className="h-5 w-36" />
      </Section>
    </>
  );
}

const plural = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

const formatHours = (hours: number) => (hours < 100 ? hours.toFixed(1) : formatCount(Math.round(hours)));
