import type { Subscriber } from '@tributary/contracts';
import { Users } from 'lucide-react';
import { useState } from 'react';
import type { TableSearch } from '@/lib/table-search.ts';
import type { Column } from '@/ui/data-table.tsx';
import { useSubscribers } from '../api/use-creator.ts';
import { Day } from './dates.tsx';
import { PagedTable } from './paged-table.tsx';
import { Person } from './person.tsx';
import { SubscriptionBadge } from './statuses.tsx';

const CYCLES = { monthly: 'Monthly', yearly: 'Yearly' } as const;

const COLUMNS: readonly Column<Subscriber>[] = [
  { label: 'Subscriber', cell: ({ subscriber }) => <Person person={subscriber} /> },
  { label: 'Since', figure: true, cell: ({ createdAt }) => <Day at={createdAt} /> },
  { label: 'Paid', cell: ({ billingCycle }) => CYCLES[billingCycle] },
  { label: 'Until', figure: true, cell: ({ currentPeriodEnd }) => <Day at={currentPeriodEnd} /> },
  { label: 'State', cell: ({ status }) => <SubscriptionBadge status={status} /> },
];

/** Who subscribes to one tier. */
export function Subscribers({ tierId }: { tierId: string }) {
  const [search, setSearch] = useState<TableSearch>({});
  return (
    <div className="flex flex-col gap-4">
      <PagedTable
        caption="Subscribers"
        columns={COLUMNS}
        page={useSubscribers(tierId, search)}
        search={search}
        onSearch={setSearch}
        empty={{
          icon: Users,
          title: 'Nobody has subscribed yet.',
          text: 'Whoever does stands here, with the time that is paid for.',
        }}
      />
    </div>
  );
}
