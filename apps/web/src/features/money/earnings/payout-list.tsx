import type { AdminPayout, Payout, PayoutSort } from '@tributary/contracts';
import { useState } from 'react';
import { formatBookDays } from '@/lib/dates.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { BookDay } from '@/ui/time.tsx';
import { useAllPayouts } from '../api/use-admin.ts';
import { usePayouts } from '../api/use-creator.ts';
import { Ledger } from '../shared/ledger.tsx';
import { PAYOUTS } from '../shared/lists.ts';
import { moneyColumn } from '../shared/money-column.tsx';
import { Name } from '../shared/person.tsx';
import { PayoutBadge } from '../shared/statuses.tsx';

const NO_PAYOUTS = 'Payouts of what is available appear here.';

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
