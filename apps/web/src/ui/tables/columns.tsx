/** The columns of a table, which people sort by headings, or by a choice above cards, which have none. */

import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Select } from '../forms/inputs.tsx';

export interface Column<Row, Sort extends string = string> {
  /** The column's heading, and on a card the label of the value. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** The order by which the heading sorts. */
  sort?: Sort;
  /** Aligns the column at its end, for numbers. */
  figure?: boolean;
}

export interface Order<Sort extends string> {
  by: Sort;
  descending: boolean;
}

export function CardOrder<Row, Sort extends string>({
  columns,
  order,
  onOrder,
}: {
  columns: readonly Column<Row, Sort>[];
  order: Order<Sort>;
  onOrder: (order: Order<Sort>) => void;
}) {
  const orders = columns.flatMap(({ label, sort }) =>
    sort === undefined ? [] : [true, false].map((descending) => ({ label, by: sort, descending })),
  );
  const nameOf = ({ by, descending }: Order<Sort>) => `${by} ${descending}`;
  return (
    <div className="max-w-96 pb-3 rows:hidden">
      <Select
        aria-label={t('ui.table.sortBy')}
        value={nameOf(order)}
        onChange={(event) => {
          const chosen = orders.find((one) => nameOf(one) === event.target.value);
          if (chosen) onOrder({ by: chosen.by, descending: chosen.descending });
        }}
      >
        {orders.map((one) => (
          <option key={nameOf(one)} value={nameOf(one)}>
            {t(one.descending ? 'ui.table.descending' : 'ui.table.ascending', { column: one.label })}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface HeadingProps<Row, Sort extends string> {
  column: Column<Row, Sort>;
  order: Order<Sort> | undefined;
  onOrder: ((order: Order<Sort>) => void) | undefined;
}

export function Heading<Row, Sort extends string>({ column, order, onOrder }: HeadingProps<Row, Sort>) {
  const { label, sort, figure } = column;
  const look = clsx(
    'px-3 py-2.5 font-medium text-muted whitespace-nowrap',
    figure ? 'text-end' : 'text-start',
  );
  if (!sort || !onOrder) {
    return (
      <th scope="col" className={look}>
        {label}
      </th>
    );
  }
  const sorted = order?.by === sort;
  const Icon = sorted ? (order.descending ? ArrowDown : ArrowUp) : ArrowUpDown;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (order.descending ? 'descending' : 'ascending') : 'none'}
      className={look}
    >
      <button
        type="button"
        onClick={() => onOrder({ by: sort, descending: sorted ? !order.descending : true })}
        className={clsx(
          'inline-flex min-h-6 items-center gap-1.5 rounded-control hover:text-ink',
          figure && 'flex-row-reverse',
          sorted && 'text-ink',
        )}
      >
        {label}
        <Icon size={14} aria-hidden="true" className={sorted ? undefined : 'text-faint'} />
      </button>
    </th>
  );
}
