import type { AdminPayout, Payout, PayoutSort } from '@tributary/contracts';
import { useState } from 'react';
import { formatBookDays } from '@/lib/dates.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { BookDay } from '@/ui/time.tsx';
import { useAllPayouts } from '../api/use-admin.ts';
import { usePayouts } from '../api/use-creator.ts';
import { formatMoney } from '../shared/format-money.ts';
import { Ledger } from '../shared/ledger.tsx';
import { PAYOUTS } from '../shared/lists.ts';
import { moneyColumn } from '../shared/money-column.tsx';
import { Name } from '../shared/person.tsx';
import { PayoutBadge } from '../shared/statuses.tsx';

const NO_PAYOUTS = 'This instance isn’t connected to a payment provider, so it can’t send payouts.';

type PayoutColumn = Column<Payout, PayoutSort>;

const PERIOD: PayoutColumn = {
  label: 'Period',
  cell: ({ periodStart, periodEnd }) => formatBookDays(periodStart, periodEnd),
};
const REST: readonly PayoutColumn[] = [
  { label: 'Due', sort: 'dueDate', figure: true, cell: ({ dueDate }) => <BookDay at={dueDate} /> },
  { label: 'Status', cell: ({ status }) => <PayoutBadge status={status} /> },
  moneyColumn('Amount', ({ amount }) => amount, { sort: 'amount' }),
];
const OWN = [PERIOD, ...REST];

/** The streamer's payouts. */
export function PayoutList() {
  const [search, setSearch] = useState<TableSearch>({});
  const page = usePayouts(search);
  return (
    <>
      {/* Reserves its space, so that the list below doesn't move. */}
      <p className="min-h-12 text-muted sm:min-h-6">
        {page.data &&
          (page.data.unpaid > 0 ? (
            <>
              <span className="font-medium text-amber tabular-nums">
                {formatMoney(page.data.unpaid, page.data.currency)}
              </span>{' '}
              not paid out. {NO_PAYOUTS}
            </>
          ) : (
            NO_PAYOUTS
          ))}
      </p>
      <Ledger
        caption="Payouts"
        columns={OWN}
        page={page}
        search={search}
        onSearch={setSearch}
        list={PAYOUTS}
        exportPath="/api/me/payouts.csv"
        empty={{ title: 'No payouts yet', text: NO_PAYOUTS }}
      />
    </>
  );
}

const ALL: readonly Column<AdminPayout, PayoutSort>[] = [
  { label: 'Streamer', cell: ({ streamer }) => <Name person={streamer} /> },
  PERIOD,
  ...REST,
];

/** For all accounts. */
export function AllPayouts({ search, onSearch }: Searched) {
  return (
    <Ledger
      caption="All payouts"
      columns={ALL}
      page={useAllPayouts(search)}
      search={search}
      onSearch={onSearch}
      list={PAYOUTS}
      exportPath="/api/admin/payouts.csv"
      empty={{ title: 'No payouts yet', text: NO_PAYOUTS }}
    />
  );
}
