import type { AdminPayout, Payout, PayoutSort } from '@tributary/contracts';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { formatBookDays } from '@/lib/dates.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import { BookDay } from '@/ui/time.tsx';
import { payoutFilterOf } from '../api/paging.ts';
import { useAllPayouts } from '../api/use-admin.ts';
import { usePayouts } from '../api/use-creator.ts';
import { formatMoney } from '../shared/format-money.ts';
import { Ledger } from '../shared/ledger.tsx';
import type { Searched } from '../shared/paged-table.tsx';
import { Name } from '../shared/person.tsx';
import { PAYOUT_STATES, PayoutBadge } from '../shared/statuses.tsx';

type PayoutColumn = Column<Payout, PayoutSort>;

const PERIOD: PayoutColumn = {
  label: 'Period',
  cell: ({ periodStart, periodEnd }) => formatBookDays(periodStart, periodEnd),
};
const REST: readonly PayoutColumn[] = [
  { label: 'Due', sort: 'dueDate', figure: true, cell: ({ dueDate }) => <BookDay at={dueDate} /> },
  { label: 'State', cell: ({ status }) => <PayoutBadge status={status} /> },
  {
    label: 'Amount',
    sort: 'amount',
    figure: true,
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
];
const OWN = [PERIOD, ...REST];

/** What is paid out to the signed-in streamer. */
export function PayoutList() {
  const [search, setSearch] = useState<TableSearch>({});
  const page = usePayouts(search);
  return (
    <>
      {/* Said in any case: a line that came with the list would push it down. */}
      <p className="min-h-12 text-muted sm:min-h-6">
        {page.data &&
          (page.data.unpaid > 0 ? (
            <>
              <span className="font-medium text-amber tabular-nums">
                {formatMoney(page.data.unpaid, page.data.currency)}
              </span>{' '}
              earned and not paid out yet. A month is paid out in the one after it.
            </>
          ) : (
            'Nothing waits to be paid out. A month is paid out in the one after it.'
          ))}
      </p>
      <Ledger
        caption="Payouts"
        columns={OWN}
        page={page}
        search={search}
        onSearch={setSearch}
        filter={payoutFilterOf(search)}
        sort="dueDate"
        states={PAYOUT_STATES}
        exportPath="/api/me/payouts.csv"
        empty={{
          icon: Landmark,
          title: 'Nothing has been paid out.',
          text: 'Each payout stands here with its month and the day on which it is due.',
        }}
      />
    </>
  );
}

const ALL: readonly Column<AdminPayout, PayoutSort>[] = [
  { label: 'Streamer', cell: ({ streamer }) => <Name person={streamer} /> },
  PERIOD,
  ...REST,
];

/** Everybody's. */
export function AllPayouts({ search, onSearch }: Searched) {
  return (
    <Ledger
      caption="All payouts"
      columns={ALL}
      page={useAllPayouts(search)}
      search={search}
      onSearch={onSearch}
      filter={payoutFilterOf(search)}
      sort="dueDate"
      states={PAYOUT_STATES}
      exportPath="/api/admin/payouts.csv"
      empty={{
        icon: Landmark,
        title: 'There are no payouts.',
        text: 'This instance takes no payments.',
      }}
    />
  );
}
