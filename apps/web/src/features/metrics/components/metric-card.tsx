import { METRIC_THRESHOLDS, type MetricSummary } from '@tributary/contracts/metrics';
import { clsx } from 'clsx';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { formatMetric, METRICS, RATINGS, sparkline } from '../engine/metric-display.ts';

/** A metric: its value, its trend and the distribution of ratings. */
export function MetricCard({ metric }: { metric: MetricSummary }) {
  const { name, p50, p75, p95, samples, rating } = metric;
  const { label, tone } = RATINGS[rating];
  const { title, meaning } = METRICS[name];
  return (
    <section aria-label={title} className="flex flex-col gap-4 rounded-media bg-surface-1 p-5">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 className="text-base">
            <abbr title={title} className="no-underline">
              {name}
            </abbr>
          </h2>
          <p className="text-muted text-sm">{meaning}</p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="font-display font-semibold text-xl tabular-nums">{formatMetric(name, p75)}</p>
      <Trend metric={metric} />
      <Shares metric={metric} />
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm tabular-nums">
        <Fact label={t('metrics.median')} value={formatMetric(name, p50)} />
        <Fact label={t('metrics.p95')} value={formatMetric(name, p95)} />
        <Fact label={t('metrics.samples')} value={formatCount(samples)} />
      </dl>
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The 75th percentile over time, with the thresholds of good and poor. */
function Trend({ metric: { name, trend } }: { metric: MetricSummary }) {
  const { goodUnder, poorFrom } = METRIC_THRESHOLDS[name];
  const values = trend.flatMap(({ p75 }) => p75 ?? []);
  const top = Math.max(poorFrom, ...values) * 1.05;
  const height = (value: number) => 100 - (value / top) * 100;
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('metrics.trend', {
        low: formatMetric(name, Math.min(...values)),
        high: formatMetric(name, Math.max(...values)),
      })}
      className="h-16 w-full overflow-visible"
    >
      {[
        [goodUnder, 'stroke-green'],
        [poorFrom, 'stroke-live'],
      ].map(([value, stroke]) => (
        <line
          key={stroke}
          x1="0"
          x2="100"
          y1={height(Number(value))}
          y2={height(Number(value))}
          strokeDasharray="2 4"
          vectorEffect="non-scaling-stroke"
          className={clsx('opacity-60', stroke)}
        />
      ))}
      {sparkline(
        trend.map(({ p75 }) => p75),
        top,
      ).map((points) => (
        <polyline
          key={points}
          points={points}
          fill="none"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
      ))}
    </svg>
  );
}

/** The shares of good, needs-improvement and poor samples. */
function Shares({ metric: { samples, ratings } }: { metric: MetricSummary }) {
  const shares = [
    { label: RATINGS.good.label, count: ratings.good, fill: 'bg-green' },
    { label: RATINGS['needs-improvement'].label, count: ratings.needsImprovement, fill: 'bg-amber' },
    { label: RATINGS.poor.label, count: ratings.poor, fill: 'bg-live' },
  ];
  return (
    <ul className="relative flex h-2 gap-0.5 overflow-hidden rounded-full">
      {shares.map(({ label, count, fill }) => (
        // An empty share takes no space and leaves no gap.
        <li
          key={label}
          className={count > 0 ? clsx('min-w-0', fill) : 'sr-only'}
          style={{ flexGrow: count / samples }}
        >
          <span className="sr-only">
            {t('metrics.share', { rating: label, percent: Math.round((count / samples) * 100) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
