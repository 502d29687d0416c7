import { formatMoney } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import type { Column } from '@/ui/tables/data-table.tsx';

/** A column of amounts, from minor units in each row's currency. */
export const moneyColumn = <Row extends { currency: string }, Sort extends string>(
  label: string,
  amountOf: (row: Row) => number,
  { sort, tone }: { sort?: Sort; tone?: 'muted' | 'amber' } = {},
): Column<Row, Sort> => ({
  label,
  figure: true,
  ...(sort && { sort }),
  cell: (row) => (
    <span className={clsx(tone === 'muted' && 'text-muted', tone === 'amber' && 'font-medium text-amber')}>
      {formatMoney(amountOf(row), row.currency)}
    </span>
  ),
});
