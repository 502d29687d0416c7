import { type ListedRefund, REFUND_STATUSES } from '@tributary/contracts';
import { Undo2 } from 'lucide-react';
import { oneOf, refine } from '@/lib/table-search.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { useRefunds } from '../../api/use-charges.ts';
import { moneyColumn } from '../../shared/money-column.tsx';
import { Words } from '../../shared/person.tsx';
import { PROVIDER_NAMES } from '../../shared/providers.ts';
import { labelsOf, REFUND_BADGES } from '../../shared/statuses.tsx';
import { TestMoney } from '../../shared/test-money.tsx';
import { ChargeLink, Creator } from './charge-parts.tsx';
import { RefundState } from './refund-state.tsx';

const COLUMNS: readonly Column<ListedRefund>[] = [
  {
    label: 'Reason',
    cell: ({ chargeId, reason }) => (
      <ChargeLink id={chargeId}>
        <Words>{reason || 'No reason given'}</Words>
      </ChargeLink>
    ),
  },
  { label: 'Creator', cell: (refund) => <Creator {...refund} /> },
  { label: 'Requested by', cell: ({ requestedBy }) => requestedBy?.displayName ?? 'This instance' },
  { label: 'Provider', cell: ({ provider }) => PROVIDER_NAMES[provider] },
  { label: 'Date', figure: true, cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  { label: 'Status', cell: (refund) => <RefundState refund={refund} /> },
  moneyColumn('Amount', ({ amount }) => amount),
];

/** Refunds on their way, and those that the providers have confirmed or refused. */
export function RefundTable({ search, onSearch }: Searched) {
  const status = oneOf(REFUND_STATUSES, search.status);
  return (
    <div className="flex flex-col gap-5">
      <TestMoney />
      <FilterBar>
        <Filter
          label="Status"
          value={status}
          options={{ '': 'All', ...labelsOf(REFUND_BADGES) }}
          onChange={(next) => onSearch(refine(search, { status: next }))}
        />
      </FilterBar>
      <PagedTable
        caption="Refunds"
        columns={COLUMNS}
        page={useRefunds(search)}
        search={search}
        onSearch={onSearch}
        empty={{
          icon: Undo2,
          title: status ? 'No matching refunds' : 'No refunds yet',
          text: status ? 'Choose another status to see more.' : 'To refund a payment, open its charge.',
        }}
      />
    </div>
  );
}
