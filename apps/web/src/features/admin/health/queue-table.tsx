import type { QueueHealth } from '@tributary/contracts/admin';
import { ListChecks } from 'lucide-react';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { type Column, DataTable } from '@/ui/tables/data-table.tsx';
import { formatPeriod } from './health-words.ts';

const COLUMNS: readonly Column<QueueHealth>[] = [
  { label: t('admin.queues.queue'), cell: ({ name }) => name },
  { label: t('admin.queues.waiting'), cell: ({ waiting }) => formatCount(waiting), figure: true },
  {
    label: t('admin.queues.oldest'),
    cell: ({ oldestWaitingSeconds }) =>
      oldestWaitingSeconds === null ? '–' : formatPeriod(oldestWaitingSeconds),
    figure: true,
  },
  { label: t('admin.queues.running'), cell: ({ running }) => formatCount(running), figure: true },
  { label: t('admin.queues.failed'), cell: ({ failed }) => formatCount(failed), figure: true },
];

/** The queues of background jobs that have something to do. */
export const QueueTable = ({ queues }: { queues: readonly QueueHealth[] }) => (
  <DataTable
    caption={t('admin.queues.caption')}
    columns={COLUMNS}
    rows={queues}
    keyOf={({ name }) => name}
    empty={{
      icon: ListChecks,
      title: t('admin.queues.empty'),
      text: t('admin.queues.emptyWhy'),
    }}
  />
);
