import type { FollowerGrowth } from '@tributary/contracts/live';
import { Suspense, useState } from 'react';
import { formatBookDay } from '@/lib/dates.ts';
import { lazyChart } from '@/ui/charts.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Section } from '@/ui/layout.tsx';
import { GROWTH_SPANS, type GrowthSpan, gainedIn } from '../../engine/overview.ts';
import { ChartData } from './chart-data.tsx';

const FollowersChart = lazyChart(() => import('./followers-chart.tsx'));

/** New followers over a chosen period. */
export function FollowersPanel({ growth }: { growth: FollowerGrowth }) {
  const [span, setSpan] = useState<GrowthSpan>(30);
  const days = growth.days.slice(-span);
  const gained = gainedIn(growth, span);
  return (
    <Section
      title="New followers"
      aside={
        <div className="w-40">
          <Select
            aria-label="Period"
            value={span}
            onChange={({ target }) => setSpan(GROWTH_SPANS.find((one) => `${one}` === target.value) ?? 30)}
          >
            {GROWTH_SPANS.map((one) => (
              <option key={one} value={one}>
                Last {one} days
              </option>
            ))}
          </Select>
        </div>
      }
    >
      <figure className="flex flex-col gap-3 rounded-media bg-surface-1 p-4 sm:p-5">
        {gained > 0 ? (
          <>
            <p className="text-muted text-sm">
              <span className="font-display font-semibold text-ink text-lg tabular-nums">
                {gained.toLocaleString('en')}
              </span>{' '}
              new {gained === 1 ? 'follower' : 'followers'} in the last {span} days, not counting those who
              left.
            </p>
            <Suspense fallback={<Skeleton className="h-50 rounded-media" />}>
              <FollowersChart days={days} />
            </Suspense>
            <ChartData
              caption={`New followers in the last ${span} days`}
              headings={['Day', 'New followers']}
              rows={days.map((one) => [one.day, formatBookDay(one.day), one.gained.toLocaleString('en')])}
            />
          </>
        ) : (
          <p className="flex min-h-32 items-center justify-center text-balance text-center text-muted">
            No new followers in the last {span} days. Share your channel’s link, and go live to appear on
            Discover.
          </p>
        )}
      </figure>
    </Section>
  );
}
