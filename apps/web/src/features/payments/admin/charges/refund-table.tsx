import type { ListedRefund } from '@tributary/contracts/payments';
import { t } from '@/lib/messages/t.ts';
import { useApiTable } from '@/lib/use-api.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { ProviderName } from '../../api/use-checkout.ts';
import { filterOf, REFUNDS } from '../../shared/lists.ts';
import { MoneyTable, moneyColumn } from '../../shared/money-table.tsx';
import { TestMoney } from '../../shared/test-money.tsx';
import { ChargeLink, Creator } from './charge-parts.tsx';
import { RefundState } from './refund-state.tsx';

const COLUMNS: readonly Column<ListedRefund, never>[] = [
  {
    label: 'Reason',
    cell: ({ chargeId, reason }) => (
      <ChargeLink id={chargeId}>
        <bdi>{reason || 'No reason given'}</bdi>
      </ChargeLink>
    ),
  },
  { label: 'Creator', cell: (refund) => <Creator {...refund} /> },
  { label: 'Requested by', cell: ({ requestedBy }) => requestedBy?.displayName ?? 'This instance' },
  { label: 'Provider', cell: ({ provider }) => <ProviderName of={provider} /> },
  { label: 'Date', figure: true, cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  { label: t('payments.table.status'), cell: (refund) => <RefundState refund={refund} /> },
  moneyColumn('Amount', ({ amount }) => amount),
];

/** Pending refunds, and those that the providers have confirmed or refused. */
export function RefundTable({ search, onSearch }: Searched) {
  return (
    <div className="flex flex-col gap-5">
      <TestMoney />
      <MoneyTable
        caption="Refunds"
        columns={COLUMNS}
        page={useApiTable('GET /api/admin/refunds', search, { query: filterOf(REFUNDS, search) })}
        search={search}
        onSearch={onSearch}
        list={REFUNDS}
        empty={{ title: 'No refunds yet', text: 'To refund a payment, open its charge.' }}
      />
    </div>
  );
}
