import type { RetentionPoint, StreamAudience } from '@tributary/contracts/analytics';
import { numberFormat } from '@tributary/messages/format';
import { Suspense, useMemo } from 'react';
import { formatClock } from '@/lib/format/times.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { ChartData } from '@/ui/chart-data.tsx';
import { lazyChart } from '@/ui/charts.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx';
import { type RetentionMarker, stepsOf } from './retention.ts';

const RetentionChart = lazyChart(() => import('./retention-chart.tsx'));

/** A line needs at least two points. */
const MIN_STEPS = 2;

interface RetentionPanelProps extends Pick<StreamAudience, 'live' | 'recorded'> {
  markers: readonly RetentionMarker[];
}

/** The share of viewers who stayed from minute to minute: live, and from the recording. */
export function RetentionPanel({ live, recorded, markers }: RetentionPanelProps) {
  const hasBoth = live.length >= MIN_STEPS && recorded.length >= MIN_STEPS;
  return (
    <Section title={t('analytics.retention')}>
      <p className="mb-4 max-w-prose text-muted text-sm">{t('analytics.retention.lead')}</p>
      {hasBoth ? (
        <Tabs defaultValue="live">
          <TabsList>
            <TabsTrigger value="live">{t('analytics.retention.live')}</TabsTrigger>
            <TabsTrigger value="recorded">{t('analytics.retention.recorded')}</TabsTrigger>
          </TabsList>
          <TabsContent value="live" className="mt-4">
            <Retention points={live} markers={markers} />
          </TabsContent>
          <TabsContent value="recorded" className="mt-4">
            <Retention points={recorded} markers={markers} />
          </TabsContent>
        </Tabs>
      ) : (
        <Retention points={live.length >= MIN_STEPS ? live : recorded} markers={markers} />
      )}
    </Section>
  );
}

interface RetentionProps {
  points: readonly RetentionPoint[];
  markers: readonly RetentionMarker[];
}

function Retention({ points, markers }: RetentionProps) {
  const steps = useMemo(() => stepsOf(points, markers), [points, markers]);
  const percent = numberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 });
  return (
    <figure className="flex flex-col gap-3 rounded-media bg-surface-1 p-4 sm:p-5">
      {steps.length < MIN_STEPS ? (
        <p className="flex min-h-40 items-center justify-center text-balance text-center text-muted">
          {t('analytics.retention.none')}
        </p>
      ) : (
        <>
          <Suspense fallback={<Skeleton className="h-60 rounded-media" />}>
            <RetentionChart steps={steps} markers={markers} />
          </Suspense>
          <MarkerLegend markers={markers} />
          <ChartData
            caption={t('analytics.retention')}
            headings={[t('analytics.retention.time'), t('analytics.retention.staying')]}
            rows={steps.map(({ minute, share, watching, started, markers: numbers }) => [
              `${minute}`,
              numbers.length === 0
                ? formatClock(minute * 60)
                : t('analytics.retention.marked', {
                    time: formatClock(minute * 60),
                    markers: numbers.join(', '),
                  }),
              t('analytics.retention.row', { share: percent.format(share), watching, started }),
            ])}
          />
        </>
      )}
    </figure>
  );
}

/** The markers that the numbers in the chart stand for. */
function MarkerLegend({ markers }: Pick<RetentionProps, 'markers'>) {
  if (markers.length === 0) return null;
  return (
    <ol className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
      {markers.map(({ id, positionMs, label }, index) => (
        <li key={id} className="flex min-w-0 gap-2">
          <span className="text-amber tabular-nums">{index + 1}</span>
          <span className="tabular-nums">{formatClock(positionMs / 1000)}</span>
          {label !== '' && (
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{label}</bdi>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
