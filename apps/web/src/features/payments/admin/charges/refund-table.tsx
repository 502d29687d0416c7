import type { ListedRefund } from '@tributary/contracts/payments';
import { useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
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
    label: t('payments.admin.reason'),
    cell: ({ chargeId, reason }) => (
      <ChargeLink id={chargeId}>
        <bdi>{reason || t('payments.admin.noReason')}</bdi>
      </ChargeLink>
    ),
  },
  { label: t('payments.admin.creator'), cell: (refund) => <Creator {...refund} /> },
  {
    label: t('payments.admin.refunds.requestedBy'),
    cell: ({ requestedBy }) => requestedBy?.displayName ?? t('payments.admin.refunds.thisInstance'),
  },
  { label: t('payments.admin.provider.label'), cell: ({ provider }) => <ProviderName of={provider} /> },
  { label: t('payments.admin.date'), figure: true, cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  { label: t('payments.table.status'), cell: (refund) => <RefundState refund={refund} /> },
  moneyColumn(t('payments.admin.amount'), ({ amount }) => amount),
];

/** Pending refunds, and those that the providers have confirmed or refused. */
export function RefundTable({ search, onSearch }: Searched) {
  return (
    <div className="flex flex-col gap-5">
      <TestMoney />
      <MoneyTable
        caption={t('payments.admin.refunds.title')}
        columns={COLUMNS}
        page={useApiTable('GET /api/admin/refunds', search, { query: filterOf(REFUNDS, search) })}
        search={search}
        onSearch={onSearch}
        list={REFUNDS}
        empty={{ title: t('payments.admin.refunds.none'), text: t('payments.admin.refunds.noneNext') }}
      />
    </div>
  );
}
