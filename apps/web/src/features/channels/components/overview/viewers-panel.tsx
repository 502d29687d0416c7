import type { StreamStatistics, ViewerSample } from '@tributary/contracts/live';
import { numberFormat } from '@tributary/messages/format';
import { Suspense } from 'react';
import { formatDay, formatTime } from '@/lib/format/dates.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { ChartData } from '@/ui/chart-data.tsx';
import { lazyChart } from '@/ui/charts.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';

const ViewersChart = lazyChart(() => import('./viewers-chart.tsx'));

const HEIGHT = 240;
/** A line needs at least two points. */
const MIN_SAMPLES = 2;

interface ViewersPanelProps {
  stream: StreamStatistics;
  samples: readonly ViewerSample[];
}

/** The viewers of a stream over time. */
export function ViewersPanel({ stream, samples }: ViewersPanelProps) {
  const { title, startedAt, endedAt } = stream;
  return (
    <Section
      title={t('channels.viewers.overTime')}
      aside={
        <p className="flex min-w-0 gap-1 text-muted text-sm">
          {/* It is cut at the end of its own text, whose direction may differ from that of the page. */}
          <bdi className="truncate">{title}</bdi>
          <span className="shrink-0">· {formatDay(startedAt)}</span>
        </p>
      }
    >
      <figure className="flex flex-col gap-3 rounded-media bg-surface-1 p-4 sm:p-5">
        {samples.length < MIN_SAMPLES ? (
          <p className="flex min-h-40 items-center justify-center text-balance text-center text-muted">
            {endedAt === null ? t('channels.viewers.soon') : t('channels.viewers.none')}
          </p>
        ) : (
          <>
            <Suspense fallback={<Skeleton className="h-60 rounded-media" />}>
              <ViewersChart samples={samples} height={HEIGHT} />
            </Suspense>
            <ChartData
              caption={t('channels.viewers.caption', { title })}
              headings={[t('channels.viewers.time'), t('channels.viewers.count')]}
              rows={samples.map(({ at, viewers }) => [
                at,
                formatTime(at),
                numberFormat(locale()).format(viewers),
              ])}
            />
          </>
        )}
      </figure>
    </Section>
  );
}
