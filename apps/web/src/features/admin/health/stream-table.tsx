import type { InstanceHealth } from '@tributary/contracts/admin';
import { RadioTower } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { type Column, DataTable } from '@/ui/tables/data-table.tsx';
import { processName } from './findings.ts';
import { reasonText } from './health-words.ts';

type Stream = InstanceHealth['streams'][number];

interface StreamTableProps {
  health: InstanceHealth;
  streamLink: (id: Stream['id'], title: string) => ReactNode;
}

/** The live streams with their renditions, or why they have none. */
export function StreamTable({ health, streamLink }: StreamTableProps) {
  const columns: Column<Stream>[] = [
    {
      label: t('admin.streams.stream'),
      cell: ({ id, title, streamer }) => (
        <>
          {streamLink(id, title)}
          {streamer !== null && <span className="block font-normal text-muted text-xs">{streamer}</span>}
        </>
      ),
    },
    { label: t('admin.process.viewers'), cell: ({ viewers }) => formatCount(viewers), figure: true },
    { label: t('admin.streams.renditions'), cell: (stream) => <Renditions stream={stream} /> },
  ];
  if (health.processes.length > 1) {
    const numberOf = new Map(health.processes.map(({ id }, index) => [id, index]));
    columns.push({
      label: t('admin.streams.process'),
      cell: ({ process }) => processName(numberOf.get(process) ?? 0),
    });
  }
  return (
    <DataTable
      caption={t('admin.streams.caption')}
      columns={columns}
      rows={health.streams}
      keyOf={({ id }) => id}
      empty={{
        icon: RadioTower,
        title: t('admin.streams.empty'),
        text: t('admin.streams.emptyWhy'),
      }}
    />
  );
}

function Renditions({ stream: { made, offered, framesDropped, reason } }: { stream: Stream }) {
  const others = offered.filter((name) => !made.includes(name));
  return (
    <div className="flex flex-col gap-0.5">
      <p>
        {made.length === 0
          ? t('admin.streams.sourceOnly')
          : t('admin.streams.made', { renditions: made.join(', ') })}
        {others.length > 0 && (
          <span className="text-muted"> {t('admin.streams.offered', { renditions: others.join(', ') })}</span>
        )}
      </p>
      {reason && <p className="text-muted">{reasonText(reason)}</p>}
      {framesDropped > 0 && (
        <p className="text-amber">
          {t('admin.streams.dropped', { count: framesDropped, shown: formatCount(framesDropped) })}
        </p>
      )}
    </div>
  );
}
