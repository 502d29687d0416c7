import type { ListedDispute } from '@tributary/contracts/payments';
import { t } from '@/lib/messages/t.ts';
import { useApiTable } from '@/lib/use-api.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { Day, Moment } from '@/ui/time.tsx';
import { DISPUTES, filterOf } from '../../shared/lists.ts';
import { MoneyTable, moneyColumn } from '../../shared/money-table.tsx';
import { DisputeBadge } from '../../shared/statuses.tsx';
import { TestMoney } from '../../shared/test-money.tsx';
import { ChargeLink, Creator, ProviderId } from '../charges/charge-parts.tsx';

const COLUMNS: readonly Column<ListedDispute, never>[] = [
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
  { label: t('payments.table.status'), cell: ({ status }) => <DisputeBadge status={status} /> },
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

/** Payments that payers have disputed at their bank. */
export function DisputeTable({ search, onSearch }: Searched) {
  return (
    <div className="flex flex-col gap-5">
      <TestMoney />
      <MoneyTable
        caption="Disputes"
        columns={COLUMNS}
        page={useApiTable('GET /api/admin/disputes', search, { query: filterOf(DISPUTES, search) })}
        search={search}
        onSearch={onSearch}
        list={DISPUTES}
        empty={{
          title: 'No disputes',
          text: 'When a payer disputes a payment at the bank, it appears here with the date until which evidence counts.',
        }}
      />
    </div>
  );
}
