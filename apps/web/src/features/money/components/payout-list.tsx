import type { AdminPayout, Payout } from '@tributary/contracts';
import type { ReactNode } from 'react';
import type { PagedList } from '../api/pages.ts';
import { usePayouts } from '../api/use-creator.ts';
import { formatMoney } from '../engine/format-money.ts';
import { BookDay, Days } from './dates.tsx';
import { type Column, MoneyTable } from './money-table.tsx';
import { Paged } from './paged.tsx';
import { Name } from './person.tsx';
import { PayoutBadge } from './statuses.tsx';

const PERIOD: Column<Payout> = {
  name: 'Period',
  cell: ({ periodStart, periodEnd, dueDate }) => (
    <div className="flex flex-col gap-0.5">
      <span className="font-medium">
        <Days from={periodStart} until={periodEnd} />
      </span>
      <span className="text-muted text-xs sm:hidden">
        Due <BookDay at={dueDate} />
      </span>
    </div>
  ),
};
const REST: readonly Column<Payout>[] = [
  { name: 'Due', wide: true, cell: ({ dueDate }) => <BookDay at={dueDate} /> },
  { name: 'State', cell: ({ status }) => <PayoutBadge status={status} /> },
  { name: 'Amount', figure: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
];

/** What is paid out to the signed-in streamer. */
export function PayoutList() {
  const list = usePayouts();
  const first = list.data?.pages[0];
  return (
    <>
      {first && first.unpaid > 0 && (
        <p className="text-muted">
          <span className="font-medium text-amber tabular-nums">
            {formatMoney(first.unpaid, first.currency)}
          </span>{' '}
          earned and not paid out yet. A month is paid out in the one after it.
        </p>
      )}
      <Paged list={list} empty={<p className="text-muted">Nothing has been paid out.</p>}>
        {(rows) => <MoneyTable label="Payouts" columns={[PERIOD, ...REST]} rows={rows} />}
      </Paged>
    </>
  );
}

const STREAMER: Column<AdminPayout> = {
  name: 'Streamer',
  cell: ({ streamer, periodStart, periodEnd, dueDate }) => (
    <div className="flex flex-col gap-0.5">
      <span className="font-medium">
        <Name person={streamer} />
      </span>
      <span className="text-muted text-xs">
        <Days from={periodStart} until={periodEnd} />
      </span>
      <span className="text-muted text-xs sm:hidden">
        Due <BookDay at={dueDate} />
      </span>
    </div>
  ),
};

/** Everybody's. */
export function AllPayouts({ list, empty }: { list: PagedList<AdminPayout>; empty: ReactNode }) {
  return (
    <Paged list={list} empty={empty}>
      {(rows) => <MoneyTable label="All payouts" columns={[STREAMER, ...REST]} rows={rows} />}
    </Paged>
  );
}
