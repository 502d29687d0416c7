import { Link } from '@tanstack/react-router';
import {
  ANALYTICS_PERIODS,
  type AnalyticsPeriod,
  type AnalyzedStream,
  type Analytics as Report,
} from '@tributary/contracts/analytics';
import { ChartColumn } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useApi } from '@/lib/api/use-api.ts';
import { formatDuration } from '@/lib/format/appointments.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { type Figure, Figures } from '@/ui/figures.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Section } from '@/ui/layout.tsx';
import { type Column, DataTable } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { Day } from '@/ui/time.tsx';
import { Sources } from './audience/sources.tsx';
import { comparison, formatAverage, formatHours } from './comparison.ts';

interface AnalyticsProps {
  /** The button for a first stream. */
  firstStep: ReactNode;
}

/** The totals of a period beside those of the period before, and what each stream brought. */
export function Analytics({ firstStep }: AnalyticsProps) {
  const [days, setDays] = useState<AnalyticsPeriod>('28');
  const report = useApi('GET /api/me/analytics', { query: { days } });
  return (
    <div className="flex flex-col gap-8">
      <div className="w-44">
        <Select
          aria-label={t('analytics.period')}
          value={days}
          onChange={({ target }) => setDays(ANALYTICS_PERIODS.find((one) => one === target.value) ?? '28')}
        >
          {ANALYTICS_PERIODS.map((one) => (
            <option key={one} value={one}>
              {t('analytics.days', { days: one })}
            </option>
          ))}
        </Select>
      </div>
      <Loaded query={report} height="h-96">
        {(data) => (
          <>
            <Figures figures={figuresOf(data, days)} />
            <Section
              title={t('analytics.streams')}
              aside={<ExportLink path="/api/me/analytics.csv" filter={{ days }} />}
            >
              <Streams report={data} firstStep={firstStep} />
            </Section>
            <Sources sources={data.sources} path="/api/me/analytics/sources.csv" filter={{ days }} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function figuresOf({ now, before, currency }: Report, days: string): Figure[] {
  const figure = (label: string, name: keyof Report['now'], format: (value: number) => string): Figure => ({
    label,
    value: format(now[name]),
    note: comparison(now[name], before[name], days),
  });
  return [
    figure(t('analytics.watched'), 'watchedSeconds', formatHours),
    figure(t('analytics.average'), 'averageViewers', formatAverage),
    figure(t('analytics.followers'), 'followers', formatCount),
    figure(t('analytics.income'), 'incomeCents', (cents) => formatMoney(cents, currency)),
  ];
}

function Streams({ report: { streams, currency }, firstStep }: { report: Report; firstStep: ReactNode }) {
  const columns = useMemo(() => columnsIn(currency), [currency]);
  return (
    <DataTable
      caption={t('analytics.streams')}
      columns={columns}
      rows={streams}
      keyOf={({ id }) => id}
      empty={{
        icon: ChartColumn,
        title: t('analytics.none'),
        text: t('analytics.noneLead'),
        actions: firstStep,
      }}
    />
  );
}

const columnsIn = (currency: string): readonly Column<AnalyzedStream>[] => [
  {
    label: t('analytics.stream'),
    cell: ({ id, title, category }) => (
      <span className="flex min-w-0 flex-col items-start">
        <Link
          to="/pro-studio/streams/$id"
          params={{ id }}
          className="line-clamp-2 text-inherit [overflow-wrap:anywhere]"
        >
          <bdi>{title}</bdi>
        </Link>
        <span className="font-normal text-muted text-xs">{categoryName(category)}</span>
      </span>
    ),
  },
  { label: t('analytics.day'), figure: true, cell: ({ startedAt }) => <Day at={startedAt} /> },
  {
    label: t('analytics.length'),
    figure: true,
    cell: ({ durationSeconds }) => formatDuration(Math.round(durationSeconds / 60)),
  },
  { label: t('analytics.peak'), figure: true, cell: ({ peakViewers }) => formatCount(peakViewers) },
  {
    label: t('analytics.average'),
    figure: true,
    cell: ({ averageViewers }) => formatAverage(averageViewers),
  },
  { label: t('analytics.followers'), figure: true, cell: ({ followers }) => formatCount(followers) },
  {
    label: t('analytics.income'),
    figure: true,
    cell: ({ incomeCents }) => formatMoney(incomeCents, currency),
  },
];
