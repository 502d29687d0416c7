import type { FollowerGrowth } from '@tributary/contracts/live';
import { numberFormat } from '@tributary/messages/format';
import { Suspense, useState } from 'react';
import { formatBookDay } from '@/lib/format/dates.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { ChartData } from '@/ui/chart-data.tsx';
import { lazyChart } from '@/ui/charts.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Section } from '@/ui/layout.tsx';
import { GROWTH_SPANS, type GrowthSpan, gainedIn } from '../../engine/overview.ts';

const FollowersChart = lazyChart(() => import('./followers-chart.tsx'));

/** New followers over a chosen period. */
export function FollowersPanel({ growth }: { growth: FollowerGrowth }) {
  const [span, setSpan] = useState<GrowthSpan>(30);
  const days = growth.days.slice(-span);
  const gained = gainedIn(growth, span);
  return (
    <Section
      title={t('channels.growth')}
      aside={
        <div className="w-40">
          <Select
            aria-label={t('channels.growth.period')}
            value={span}
            onChange={({ target }) => setSpan(GROWTH_SPANS.find((one) => `${one}` === target.value) ?? 30)}
          >
            {GROWTH_SPANS.map((one) => (
              <option key={one} value={one}>
                {t('channels.growth.span', { days: String(one) })}
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
              <Text
                k="channels.growth.gained"
                values={{
                  count: gained,
                  days: String(span),
                  figure: (words) => (
                    <span className="font-display font-semibold text-ink text-lg tabular-nums">{words}</span>
                  ),
                }}
              />
            </p>
            <Suspense fallback={<Skeleton className="h-50 rounded-media" />}>
              <FollowersChart days={days} />
            </Suspense>
            <ChartData
              caption={t('channels.growth.caption', { days: String(span) })}
              headings={[t('channels.growth.day'), t('channels.growth')]}
              rows={days.map((one) => [
                one.day,
                formatBookDay(one.day),
                numberFormat(locale()).format(one.gained),
              ])}
            />
          </>
        ) : (
          <p className="flex min-h-32 items-center justify-center text-balance text-center text-muted">
            {t('channels.growth.none', { days: String(span) })}
          </p>
        )}
      </figure>
    </Section>
  );
}
