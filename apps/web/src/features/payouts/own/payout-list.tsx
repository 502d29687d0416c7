import { Link } from '@tanstack/react-router';
import type { Payout, PayoutSort } from '@tributary/contracts/payouts';
import { useState } from 'react';
import { filterOf, MoneyTable, moneyColumn } from '@/features/payments/index.ts';
import { useApiTable } from '@/lib/api/use-api.ts';
import { formatBookDays } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import { BookDay } from '@/ui/time.tsx';
import { PAYOUTS, PayoutBadge, stateOf } from '../payout-status.tsx';

const COLUMNS: readonly Column<Payout, PayoutSort>[] = [
  {
    label: t('payouts.statement.title'),
    cell: ({ id, periodStart, periodEnd }) => (
      <Link
        to="/dashboard/creator/payouts/$payoutId"
        params={{ payoutId: id }}
        className="inline-flex min-h-6 items-center text-accent"
      >
        {formatBookDays(periodStart, periodEnd)}
      </Link>
    ),
  },
  {
    label: t('payouts.table.due'),
    sort: 'dueDate',
    figure: true,
    cell: ({ dueDate }) => <BookDay at={dueDate} />,
  },
  {
    label: t('payouts.table.status'),
    cell: (payout) => (
      <span className="flex flex-col items-start gap-1 cards:items-end">
        <PayoutBadge status={payout.status} />
        <span className="max-w-[36ch] text-muted [overflow-wrap:anywhere] empty:hidden">
          {stateOf(payout)}
        </span>
      </span>
    ),
  },
  moneyColumn(t('payouts.table.amount'), ({ amount }) => amount, { sort: 'amount' }),
];

/** The streamer's payouts. */
export function PayoutList() {
  const [search, setSearch] = useState<TableSearch>({});
  return (
    <MoneyTable
      caption={t('payouts.payouts')}
      columns={COLUMNS}
      page={useApiTable('GET /api/me/payouts', search, { query: filterOf(PAYOUTS, search) })}
      search={search}
      onSearch={setSearch}
      list={PAYOUTS}
      exportPath="/api/me/payouts.csv"
      empty={{ title: t('payouts.list.none'), text: t('payouts.list.noneNext') }}
    />
  );
}
