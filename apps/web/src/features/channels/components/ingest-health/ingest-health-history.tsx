import type { IngestHealthPoint } from '@tributary/contracts/live';
import { Suspense } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { formatBitrate, formatMeasure, formatTrimmed } from '@/lib/format/measures.ts';
import { formatNumber } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { lazyChart } from '@/ui/charts.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { useIngestHealthHistory } from '../../api/use-ingest-health.ts';
import { type IngestFigure, rangeOf } from '../../engine/ingest-health.ts';

const IngestHealthChart = lazyChart(() => import('./ingest-health-chart.tsx'));

interface Metric {
  figure: IngestFigure;
  label: string;
  color: string;
  format: (value: number) => string;
}

const METRICS: readonly Metric[] = [
  {
    figure: 'bitrateKbps',
    label: t('channels.metric.bitrate'),
    color: 'var(--accent)',
    format: formatBitrate,
  },
  {
    figure: 'frameRate',
    label: t('channels.metric.frameRate'),
    color: 'var(--green)',
    format: (value) => formatTrimmed(value, 'fps'),
  },
  {
    figure: 'keyframeIntervalSeconds',
    label: t('channels.metric.keyframeInterval'),
    color: 'var(--muted)',
    format: (value) => formatTrimmed(value, 's'),
  },
  {
    figure: 'lateMs',
    label: t('channels.metric.delay'),
    color: 'var(--amber)',
    format: (value) => (value < 1000 ? formatMeasure(value, 'ms') : formatTrimmed(value / 1000, 's')),
  },
  {
    figure: 'droppedFrames',
    label: t('channels.metric.dropped'),
    color: 'var(--live)',
    format: formatNumber,
  },
];

/** The ingest health of the last ten minutes: the current value and a chart of each metric. */
export function IngestHealthHistory() {
  const history = useIngestHealthHistory();
  if (!history.data) {
    return history.isError ? (
      <ErrorState message={messageOf(history.error)} onRetry={() => void history.refetch()} />
    ) : (
      <Skeleton className="h-64 rounded-media" />
    );
  }
  const points = history.data;
  return (
    <Section
      title={t('channels.history')}
      aside={<p className="text-muted text-sm">{t('channels.history.span')}</p>}
    >
      {points.length === 0 ? (
        <p className="rounded-media bg-surface-1 px-5 py-12 text-balance text-center text-muted">
          {t('channels.history.none')}
        </p>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {METRICS.map((one) => (
            <MetricCard key={one.figure} metric={one} points={points} />
          ))}
        </div>
      )}
    </Section>
  );
}

function MetricCard({ metric, points }: { metric: Metric; points: readonly IngestHealthPoint[] }) {
  const { figure, label, format } = metric;
  const now = points.at(-1)?.[figure] ?? null;
  const range = rangeOf(points, figure);
  return (
    <figure aria-label={label} className="flex min-w-0 flex-col gap-1 rounded-media bg-surface-1 p-4">
      <figcaption className="truncate text-muted text-sm">{label}</figcaption>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p data-figure={figure} className="font-display font-semibold text-lg tabular-nums">
          {now === null ? '–' : format(now)}
        </p>
        <p className="text-faint text-xs tabular-nums">
          {range && spanOf(format(range[0]), format(range[1]))}
        </p>
      </div>
      <Suspense fallback={<Skeleton className="h-24" />}>
        <IngestHealthChart {...metric} points={points} />
      </Suspense>
    </figure>
  );
}

const spanOf = (least: string, most: string) =>
  least === most
    ? t('channels.history.steady', { value: most })
    : t('channels.history.range', { least, most });
