import type { ListedDispute } from '@tributary/contracts/payments';
import { useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
    label: t('payments.admin.dispute.dispute'),
    cell: ({ chargeId, reason, disputeId }) => (
      <span className="flex flex-col">
        <ChargeLink id={chargeId}>{reason || t('payments.admin.noReason')}</ChargeLink>
        <ProviderId>{disputeId}</ProviderId>
      </span>
    ),
  },
  { label: t('payments.admin.creator'), cell: (dispute) => <Creator {...dispute} /> },
  { label: t('payments.admin.dispute.opened'), figure: true, cell: ({ openedAt }) => <Day at={openedAt} /> },
  { label: t('payments.admin.dispute.evidence'), cell: (dispute) => <EvidenceState dispute={dispute} /> },
  { label: t('payments.table.status'), cell: ({ status }) => <DisputeBadge status={status} /> },
  moneyColumn(t('payments.admin.amount'), ({ amount }) => amount),
];

function EvidenceState({ dispute }: { dispute: ListedDispute }) {
  const { status, evidenceSubmittedAt, evidenceDueAt } = dispute;
  if (evidenceSubmittedAt) {
    return <Text k="payments.admin.dispute.sent" values={{ day: () => <Day at={evidenceSubmittedAt} /> }} />;
  }
  if (status !== 'open') return <span className="text-muted">{t('payments.admin.dispute.noEvidence')}</span>;
  if (!evidenceDueAt) return t('payments.admin.dispute.dueAtProvider');
  return (
    <span className="font-medium text-amber">
      <Text k="payments.admin.dispute.due" values={{ time: () => <Moment at={evidenceDueAt} /> }} />
    </span>
  );
}

/** Payments that payers have disputed at their bank. */
export function DisputeTable({ search, onSearch }: Searched) {
  return (
    <div className="flex flex-col gap-5">
      <TestMoney />
      <MoneyTable
        caption={t('payments.admin.dispute.title')}
        columns={COLUMNS}
        page={useApiTable('GET /api/admin/disputes', search, { query: filterOf(DISPUTES, search) })}
        search={search}
        onSearch={onSearch}
        list={DISPUTES}
        empty={{
          title: t('payments.admin.dispute.none'),
          text: t('payments.admin.dispute.noneNext'),
        }}
      />
    </div>
  );
}
