import { clsx } from 'clsx';
import { type LucideIcon, MoreHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { Skeleton } from '../feedback/loading.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../overlays/dropdown-menu.tsx';
import { CardOrder, type Column, Heading, type Order } from './columns.tsx';
import type { RowSelection } from './row-selection.ts';
import { SelectBox } from './select-box.tsx';

export type { Column } from './columns.tsx';

export interface RowAction {
  label: string;
  icon: LucideIcon;
  /** Highlights a destructive action. */
  danger?: boolean;
  onSelect: () => void;
}

interface DataTableProps<Row, Sort extends string> {
  /** The table's name for screen readers. */
  caption: string;
  /** The first column is the row's heading. */
  columns: readonly Column<Row, Sort>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  order?: Order<Sort>;
  onOrder?: (order: Order<Sort>) => void;
  actions?: (row: Row) => readonly RowAction[];
  /** Lets people select rows, for actions on several of them. */
  selection?: RowSelection;
  /** The row's name, for its menu: `Actions for coral`. */
  nameOf?: (row: Row) => string;
  /** The error message. */
  error?: string | undefined;
  onRetry?: () => void;
  empty: { icon: LucideIcon; title: string; text: ReactNode; actions?: ReactNode };
  /** Whether new rows are loading while the present ones stay. */
  busy?: boolean;
}

/** Explicit roles: some screen readers ignore a table whose parts are laid out as blocks. */
const ROLES = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
} as const;

/**
 * The container query by number of columns: `rows:` applies when they fit, otherwise `cards:`
 * (styles/tokens.css).
 */
function containerFor(columns: number): string {
  if (columns <= 5) return '@container/few-columns';
  return columns <= 7 ? '@container/some-columns' : '@container/many-columns';
}

/** A table with sortable headings. If it doesn't fit, each row is a card. */
export function DataTable<Row, Sort extends string = string>(props: DataTableProps<Row, Sort>) {
  const { caption, columns, rows, keyOf, order, onOrder, actions, selection, nameOf } = props;
  const { error, onRetry, empty, busy } = props;
  const columnCount = columns.length + (actions ? 1 : 0) + (selection ? 1 : 0);
  if (!rows && error) return <ErrorState message={error} {...(onRetry && { onRetry })} />;
  if (rows?.length === 0) {
    return (
      <EmptyState icon={empty.icon} title={empty.title} actions={empty.actions}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <div className={clsx('w-full', containerFor(columnCount))}>
      {order && onOrder && <CardOrder columns={columns} order={order} onOrder={onOrder} />}
      {selection && (
        <span className="flex items-center gap-1 pb-2 text-sm rows:hidden">
          <SelectAll rows={rows} selection={selection} />
          <span aria-hidden="true">{t('ui.table.selectAll')}</span>
        </span>
      )}
      <div className="rows:overflow-x-auto rows:rounded-media rows:bg-surface-1 rows:px-2">
        <table {...ROLES.table} aria-busy={busy || !rows} className="w-full text-sm cards:block">
          <caption className="sr-only">{caption}</caption>
          <thead className="cards:hidden">
            <tr>
              {selection && (
                <th scope="col" className="w-9 px-1">
                  <SelectAll rows={rows} selection={selection} />
                </th>
              )}
              {columns.map((column) => (
                <Heading key={column.label} column={column} order={order} onOrder={onOrder} />
              ))}
              {actions && (
                <th scope="col" className="w-12">
                  <span className="sr-only">{t('ui.table.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody
            {...ROLES.rowgroup}
            className={clsx(
              'cards:grid cards:grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] cards:gap-3',
              busy && 'opacity-60',
            )}
          >
            {rows?.map((row) => (
              <tr
                key={keyOf(row)}
                {...ROLES.row}
                className="border-line border-t cards:relative cards:flex cards:flex-col cards:gap-2 cards:rounded-media cards:border-0 cards:bg-surface-1 cards:p-4"
              >
                {selection && (
                  <td {...ROLES.cell} className="px-1 cards:absolute cards:start-2 cards:top-2 cards:p-0">
                    <SelectBox
                      label={t('ui.table.select', { name: nameOf?.(row) ?? keyOf(row) })}
                      checked={selection.selected.has(keyOf(row))}
                      onToggle={(range) => selection.toggle(keyOf(row), range)}
                    />
                  </td>
                )}
                {columns.map((column, index) => (
                  <Cell
                    key={column.label}
                    column={column}
                    row={row}
                    first={index === 0}
                    isSelectable={selection !== undefined}
                  />
                ))}
                {actions && (
                  <td
                    {...ROLES.cell}
                    className="px-1 py-1 text-end cards:absolute cards:end-2 cards:top-2 cards:p-0"
                  >
                    <RowMenu name={nameOf?.(row) ?? keyOf(row)} actions={actions(row)} />
                  </td>
                )}
              </tr>
            ))}
            {!rows && <SkeletonRows columns={columnCount} />}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function SelectAll({ rows, selection }: { rows: readonly unknown[] | undefined; selection: RowSelection }) {
  const { selected, toggleAll } = selection;
  const isAll = selected.size > 0 && selected.size === rows?.length;
  return (
    <SelectBox
      label={t('ui.table.selectAll')}
      checked={isAll}
      isPartial={selected.size > 0 && !isAll}
      onToggle={toggleAll}
    />
  );
}

function Cell<Row, Sort extends string>({
  column,
  row,
  first,
  isSelectable,
}: {
  column: Column<Row, Sort>;
  row: Row;
  first: boolean;
  isSelectable: boolean;
}) {
  const look = clsx(
    'px-3 py-2.5 cards:p-0',
    column.figure ? 'whitespace-nowrap tabular-nums rows:text-end' : 'text-start',
  );
  if (first) {
    return (
      <th
        scope="row"
        className={clsx(
          look,
          'font-medium [overflow-wrap:anywhere] cards:pe-12',
          isSelectable && 'cards:ps-9',
        )}
      >
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td
      {...ROLES.cell}
      className={clsx(
        look,
        'cards:flex cards:justify-between cards:gap-4 cards:has-[>span:last-child:empty]:hidden',
      )}
    >
      <span className="shrink-0 text-muted rows:hidden">{column.label}</span>
      <span className="min-w-0 cards:text-end">{column.cell(row)}</span>
    </td>
  );
}

function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet" size="icon-sm" aria-label={t('ui.table.actionsFor', { name })}>
          <MoreHorizontal size={18} aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {actions.map(({ label, icon: Icon, danger, onSelect }) => (
          <DropdownMenuItem key={label} onSelect={onSelect} className={clsx(danger && 'text-live')}>
            <Icon size={16} aria-hidden="true" />
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function SkeletonRows({ columns }: { columns: number }) {
  return ROWS.map((row) => (
    <tr key={row} className="border-line border-t cards:block cards:border-0">
      {Array.from({ length: columns }, (_, index) => `${row}${index}`).map((cell, index) => (
        <td key={cell} className={clsx('px-3 py-3 cards:p-0', index > 0 && 'cards:hidden')}>
          <Skeleton className="h-5 cards:h-40 cards:rounded-media" />
        </td>
      ))}
    </tr>
  ));
}
