import type { AdminStream, StreamSort } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { CircleStop, Eye, EyeOff, RadioTower } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useApiTable } from '@/lib/api/use-api.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { refine } from '@/lib/table-search.ts';
import { Badge } from '@/ui/badge.tsx';
import { Image } from '@/ui/media/image.tsx';
import { Person } from '@/ui/media/person.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { Filter, FilterBar, SearchBox } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { useRowSelection } from '@/ui/tables/row-selection.ts';
import { Moment } from '@/ui/time.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { StreamsBulk } from '../bulk/streams-bulk.tsx';
import { streamFilterOf } from '../queries.ts';
import { hideAction, showAction, stopAction } from './stream-actions.ts';

interface StreamsTableProps extends Searched {
  watchLink: (stream: AdminStream, children: ReactNode) => ReactNode;
  personLink: (id: UserId, children: ReactNode) => ReactNode;
}

/** All streams, including hidden ones. */
export function StreamsTable({ search, onSearch, watchLink, personLink }: StreamsTableProps) {
  const streams = useApiTable(
    'GET /api/admin/streams',
    search,
    { query: streamFilterOf(search) },
    { refetchInterval: 15_000 },
  );
  const [action, setAction] = useState<AdminAction | null>(null);
  const filter = streamFilterOf(search);
  const selection = useRowSelection(streams.data?.items.map(({ id }) => id) ?? []);

  const columns: readonly Column<AdminStream, StreamSort>[] = [
    {
      label: t('moderation.kind.stream'),
      cell: (stream) => watchLink(stream, <Stream stream={stream} />),
    },
    {
      label: t('moderation.streams.streamer'),
      cell: (stream) => personLink(stream.streamer.id, <Person person={stream.streamer} showsUsername />),
    },
    { label: t('moderation.state'), cell: (stream) => <State stream={stream} /> },
    {
      label: t('moderation.streams.viewers'),
      sort: 'currentViewers',
      figure: true,
      cell: ({ status, currentViewers, peakViewers }) =>
        status === 'live'
          ? formatCount(currentViewers)
          : t('moderation.streams.peak', { count: formatCount(peakViewers) }),
    },
    {
      label: t('moderation.streams.started'),
      sort: 'startedAt',
      figure: true,
      cell: ({ startedAt }) => <Moment at={startedAt} />,
    },
  ];

  return (
    <div className="flex flex-col gap-5">
      <FilterBar aside={<ExportLink path="/api/admin/streams.csv" filter={filter} />}>
        <SearchBox
          label={t('moderation.streams.search')}
          value={search.q}
          onSearch={(q) => onSearch(refine(search, { q }))}
        />
        <Filter
          label={t('moderation.status')}
          value={filter.state}
          options={{
            '': t('moderation.all'),
            live: t('moderation.users.live'),
            ended: t('moderation.ended'),
            hidden: t('moderation.streams.hidden'),
          }}
          onChange={(state) => onSearch(refine(search, { state }))}
        />
      </FilterBar>
      {filter.sort === 'currentViewers' && filter.state !== 'live' && (
        <p className="text-muted text-sm">{t('moderation.streams.sorted')}</p>
      )}
      <PagedTable
        caption={t('moderation.streams.streams')}
        columns={columns}
        page={streams}
        selection={selection}
        search={search}
        onSearch={onSearch}
        nameOf={({ title }) => title}
        defaultOrder={{ by: 'startedAt', descending: true }}
        empty={{
          icon: RadioTower,
          title: t('moderation.streams.noMatch'),
          text: t('moderation.lookup.tryLess'),
        }}
        actions={(row) => {
          const stream = { ...row, username: row.streamer.username };
          return [
            ...(stream.status === 'live'
              ? [
                  {
                    label: t('moderation.streams.end'),
                    icon: CircleStop,
                    danger: true,
                    onSelect: () => setAction(stopAction(stream)),
                  },
                ]
              : []),
            stream.hidden
              ? {
                  label: t('moderation.streams.unhide'),
                  icon: Eye,
                  onSelect: () => setAction(showAction(stream)),
                }
              : {
                  label: t('moderation.streams.hide'),
                  icon: EyeOff,
                  danger: true,
                  onSelect: () => setAction(hideAction(stream)),
                },
          ];
        }}
      />
      <StreamsBulk streams={streams.data?.items ?? []} selection={selection} />
      <ActionDialog action={action} onClose={() => setAction(null)} />
    </div>
  );
}

function Stream({ stream: { title, category, thumbnailUrl } }: { stream: AdminStream }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Image src={thumbnailUrl} alt="" className="aspect-video w-20 shrink-0 rounded-control" />
      <span className="flex min-w-0 flex-col rows:min-w-36">
        {/* <bdi> isolates the text's direction without changing its alignment. */}
        <span className="line-clamp-2 [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </span>
        <span className="text-muted text-xs">{categoryName(category)}</span>
      </span>
    </span>
  );
}

function State({ stream: { status, hidden } }: { stream: AdminStream }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 cards:justify-end">
      {status === 'live' ? (
        <Badge tone="live">{t('moderation.users.live')}</Badge>
      ) : (
        <span className="text-muted">{t('moderation.ended')}</span>
      )}
      {hidden && (
        <span className="inline-flex flex-wrap items-center gap-1.5 cards:justify-end">
          <Badge tone="amber">{t('moderation.streams.hidden')}</Badge>
          <span className="text-muted text-xs">
            <bdi className="[overflow-wrap:anywhere]">{hidden.reason}</bdi>
            {hidden.by && ` (@${hidden.by})`}
          </span>
        </span>
      )}
    </span>
  );
}
