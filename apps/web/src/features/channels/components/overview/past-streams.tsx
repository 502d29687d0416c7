import type { MyStreamSort, StreamStatistics } from '@tributary/contracts/live';
import { ChartLine, RadioTower } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatCount } from '@/lib/format/numbers.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { Section } from '@/ui/layout.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { PagedTable } from '@/ui/tables/paged-table.tsx';
import { Day } from '@/ui/time.tsx';
import { pastOrderOf, usePastStreams } from '../../api/use-statistics.ts';
import { formatAverage, formatHours, formatLength } from '../../engine/overview.ts';

const COLUMNS: readonly Column<StreamStatistics, MyStreamSort>[] = [
  {
    label: t('channels.past.stream'),
    cell: ({ title, category }) => (
      <span className="flex min-w-0 flex-col">
        {/* <bdi> isolates the text's direction without changing its alignment. */}
        <span className="line-clamp-2 [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </span>
        <span className="font-normal text-muted text-xs">{categoryName(category)}</span>
      </span>
    ),
  },
  {
    label: t('channels.past.started'),
    sort: 'startedAt',
    figure: true,
    cell: ({ startedAt }) => <Day at={startedAt} />,
  },
  {
    label: t('channels.past.duration'),
    sort: 'durationSeconds',
    figure: true,
    cell: ({ durationSeconds }) => <span className="whitespace-nowrap">{formatLength(durationSeconds)}</span>,
  },
  {
    label: t('channels.past.peak'),
    sort: 'peakViewers',
    figure: true,
    cell: ({ peakViewers }) => formatCount(peakViewers),
  },
  {
    label: t('channels.past.average'),
    sort: 'averageViewers',
    figure: true,
    cell: ({ averageViewers }) => formatAverage(averageViewers),
  },
  {
    label: t('channels.past.hours'),
    sort: 'watchedSeconds',
    figure: true,
    cell: ({ watchedSeconds }) => formatHours(watchedSeconds),
  },
];

interface PastStreamsProps {
  /** Shows the viewers of a stream over time. */
  onChoose: (stream: StreamStatistics) => void;
  /** The button for a first stream. */
  firstStep: ReactNode;
}

/** All ended streams with their figures. */
export function PastStreams({ onChoose, firstStep }: PastStreamsProps) {
  const [search, setSearch] = useState<TableSearch>({});
  const page = usePastStreams(search);
  return (
    <Section
      title={t('channels.past')}
      aside={
        (page.data?.items.length ?? 0) > 0 && (
          <ExportLink path="/api/me/streams.csv" filter={pastOrderOf(search)} />
        )
      }
    >
      <PagedTable
        caption={t('channels.past')}
        columns={COLUMNS}
        page={page}
        search={search}
        onSearch={setSearch}
        nameOf={({ title }) => title}
        defaultOrder={{ by: 'startedAt', descending: true }}
        actions={(stream) => [
          { label: t('channels.viewers.overTime'), icon: ChartLine, onSelect: () => onChoose(stream) },
        ]}
        empty={{
          icon: RadioTower,
          title: t('channels.past.none'),
          text: t('channels.past.noneText'),
          actions: firstStep,
        }}
      />
    </Section>
  );
}
