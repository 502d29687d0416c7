import { keepPreviousData } from '@tanstack/react-query';
import type { PerformancePeriod } from '@tributary/contracts/metrics';
import { clsx } from 'clsx';
import { Timer } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { MetricCard } from './metric-card.tsx';
import { PageTable } from './page-table.tsx';

const PERIODS: readonly { value: PerformancePeriod; label: string }[] = [
  { value: '24h', label: t('metrics.period.day') },
  { value: '7d', label: t('metrics.period.week') },
  { value: '30d', label: t('metrics.period.month') },
];

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4';

/** Page performance as measured in users' browsers (spec section 9). */
export function PerformancePanel() {
  const [period, setPeriod] = useState<PerformancePeriod>('24h');
  const [page, setPage] = useState<string>();
  const { data, error, isPlaceholderData, refetch } = useApi(
    'GET /api/admin/performance',
    { query: { period, ...(page && { page }) } },
    // Keeps the present data on screen while a new choice loads.
    { placeholderData: keepPreviousData, refetchInterval: 60_000 },
  );
  const ids = { period: useId(), page: useId() };
  if (!data && error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;

  // The chosen page stays an option, even without samples in the period.
  const pages = data?.pages.map(({ pageUrl }) => pageUrl) ?? [];
  const choices = page === undefined || pages.includes(page) ? pages : [page, ...pages];
  return (
    <>
      <div className="flex flex-wrap gap-4">
        <label htmlFor={ids.period} className="flex flex-col gap-1.5 font-medium text-sm">
          {t('metrics.period')}
          <Select
            id={ids.period}
            value={period}
            onChange={({ target }) =>
              setPeriod(PERIODS.find(({ value }) => value === target.value)?.value ?? '24h')
            }
          >
            {PERIODS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </label>
        {/* A fixed width, since the pages' addresses are long and load later. */}
        <label htmlFor={ids.page} className="flex w-full flex-col gap-1.5 font-medium text-sm sm:w-80">
          {t('metrics.page')}
          <Select
            id={ids.page}
            value={page ?? ''}
            onChange={({ target }) => setPage(target.value || undefined)}
          >
            <option value="">{t('metrics.allPages')}</option>
            {choices.toSorted().map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </Select>
        </label>
      </div>
      {!data ? (
        <div role="status" aria-label={t('metrics.loading')} className={GRID}>
          {['LCP', 'INP', 'CLS', 'FCP', 'TTFB', 'TTI', 'FID'].map((name) => (
            <Skeleton key={name} className="h-72 rounded-media" />
          ))}
        </div>
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={clsx('flex flex-col gap-10 transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          {data.metrics.length === 0 ? (
            <EmptyState icon={Timer} title={t('metrics.empty')}>
              {t('metrics.emptyWhy')}
            </EmptyState>
          ) : (
            <div className={GRID}>
              {data.metrics.map((metric) => (
                <MetricCard key={metric.name} metric={metric} />
              ))}
            </div>
          )}
          {data.pages.length > 0 && <PageTable pages={data.pages} chosen={page} onChoose={setPage} />}
        </div>
      )}
    </>
  );
}
