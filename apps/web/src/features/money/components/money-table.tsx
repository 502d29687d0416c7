import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end, so that their decimals align. */
  figure?: boolean;
  /** Left out on a phone: what it says is said elsewhere in the row. */
  wide?: boolean;
}

interface MoneyTableProps<Row> {
  /** What it lists, for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** A dense table; the first column names the row. */
export function MoneyTable<Row extends { id: string }>({ label, columns, rows }: MoneyTableProps<Row>) {
  const look = ({ figure, wide }: Column<Row>) =>
    clsx(
      'py-3 align-top first:ps-0 last:pe-0',
      figure ? 'ps-3 text-end sm:ps-6 tabular-nums whitespace-nowrap' : 'pe-3 text-start',
      wide && 'hidden sm:table-cell',
    );
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="text-muted">
          {columns.map((column) => (
            <th key={column.name} scope="col" className={clsx(look(column), 'pt-0 font-medium')}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-line border-t">
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.name} scope="row" className={clsx(look(column), 'w-full font-normal')}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.name} className={look(column)}>
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
