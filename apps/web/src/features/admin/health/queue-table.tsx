import type { QueueHealth } from '@tributary/contracts/admin';
import { ListChecks } from 'lucide-react';
import { formatCount } from '@/lib/format.ts';
import { type Column, DataTable } from '@/ui/tables/data-table.tsx';
import { formatPeriod } from './health-words.ts';

const COLUMNS: readonly Column<QueueHealth>[] = [
  { label: 'Queue', cell: ({ name }) => name },
  { label: 'Waiting', cell: ({ waiting }) => formatCount(waiting), figure: true },
  {
    label: 'Oldest waits',
    cell: ({ oldestWaitingSeconds }) =>
      oldestWaitingSeconds === null ? '–' : formatPeriod(oldestWaitingSeconds),
    figure: true,
  },
  { label: 'Running', cell: ({ running }) => formatCount(running), figure: true },
  { label: 'Failed, last hour', cell: ({ failed }) => formatCount(failed), figure: true },
];

/** The queues of background jobs that have something to do. */
export const QueueTable = ({ queues }: { queues: readonly QueueHealth[] }) => (
  <DataTable
    caption="Queues of background jobs"
    columns={COLUMNS}
    rows={queues}
    keyOf={({ name }) => name}
    empty={{
      icon: ListChecks,
      title: 'No job waits',
      text: 'Queues appear here while jobs wait or run in them, and for an hour after one has failed.',
    }}
  />
);
