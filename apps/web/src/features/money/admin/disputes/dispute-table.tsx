import { DISPUTE_STATUSES, type ListedDispute } from '@tributary/contracts';
import { Scale } from 'lucide-react';
import { oneOf, refine } from '@/lib/table-search.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Day, Moment } from '@/ui/time.tsx';
import { useDisputes } from '../../api/use-charges.ts';
import { moneyColumn } from '../../shared/money-column.tsx';
import { DISPUTE_BADGES, DisputeBadge, labelsOf } from '../../shared/statuses.tsx';
import { TestMoney } from '../../shared/test-money.tsx';
import { ChargeLink, Creator, ProviderId } from '../charges/charge-parts.tsx';

const COLUMNS: readonly Column<ListedDispute>[] = [
  {
    label: 'Dispute',
    cell: ({ chargeId, reason, disputeId }) => (
      <span className="flex flex-col">
        <ChargeLink id={chargeId}>{reason || 'No reason given'}</ChargeLink>
        <ProviderId>{disputeId}</ProviderId>
      </span>
    ),
  },
  { label: 'Creator', cell: (dispute) => <Creator {...dispute} /> },
  { label: 'Opened', figure: true, cell: ({ openedAt }) => <Day at={openedAt} /> },
  { label: 'Evidence', cell: (dispute) => <EvidenceState dispute={dispute} /> },
  { label: 'Status', cell: ({ status }) => <DisputeBadge status={status} /> },
  moneyColumn('Amount', ({ amount }) => amount),
];

function EvidenceState({ dispute }: { dispute: ListedDispute }) {
  const { status, evidenceSubmittedAt, evidenceDueAt } = dispute;
  if (evidenceSubmittedAt) {
    return (
      <>
        Sent <Day at={evidenceSubmittedAt} />
      </>
    );
  }
  if (status !== 'open') return <span className="text-muted">None</span>;
  if (!evidenceDueAt) return 'Due, see the provider';
  return (
    <span className="font-medium text-amber">
      Due <Moment at={evidenceDueAt} />
    </span>
  );
}

/** Payments that somebody disputes at the bank. */
export function DisputeTable({ search, onSearch }: Searched) {
  const status = oneOf(DISPUTE_STATUSES, search.status);
  return (
    <div className="flex flex-col gap-5">
      <TestMoney />
      <FilterBar>
        <Filter
          label="Status"
          value={status}
          options={{ '': 'All', ...labelsOf(DISPUTE_BADGES) }}
          onChange={(next) => onSearch(refine(search, { status: next }))}
        />
      </FilterBar>
      <PagedTable
        caption="Disputes"
        columns={COLUMNS}
        page={useDisputes(search)}
        search={search}
        onSearch={onSearch}
        empty={{
          icon: Scale,
          title: status ? 'No matching disputes' : 'No disputes',
          text: status
            ? 'Choose another status to see more.'
            : 'When somebody disputes a payment at the bank, it appears here with the date until which evidence counts.',
        }}
      />
    </div>
  );
}
