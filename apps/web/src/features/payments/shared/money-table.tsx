import { clsx } from 'clsx';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { refine } from '@/lib/table-search.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { labelsOf } from '@/ui/status-badge.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { DateFilter, Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type PagedTableProps } from '@/ui/tables/paged-table.tsx';
import { filterOf, type MoneyList } from './lists.ts';

interface MoneyTableProps<Row, Sort extends string, Status extends string>
  extends Omit<PagedTableProps<Row, Sort>, 'defaultOrder' | 'empty'> {
  list: MoneyList<Sort, Status>;
  exportPath?: string;
  empty: Omit<PagedTableProps<Row, Sort>['empty'], 'icon'>;
}

/** A paged table about money, with a status filter, and with days, sorting and export if the list has them. */
export function MoneyTable<Row extends { id: string }, Sort extends string, Status extends string>({
  list,
  exportPath,
  empty,
  ...table
}: MoneyTableProps<Row, Sort, Status>) {
  const { page, search, onSearch } = table;
  const { sort, statuses, icon, hasDays } = list;
  const filter = filterOf(list, search);
  const narrow = (changes: Parameters<typeof refine>[1]) => onSearch(refine(search, changes));
  const isWhole = !filter.status && !filter.since && !filter.until && !search.at;
  if (page.data?.items.length === 0 && isWhole) {
    return (
      <EmptyState icon={icon} title={empty.title} actions={empty.actions}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <FilterBar aside={exportPath && <ExportLink path={exportPath} filter={{ ...filter }} />}>
        <Filter
          label={t('payments.table.status')}
          value={filter.status}
          options={{ '': t('payments.table.allStatuses'), ...labelsOf(statuses) }}
          onChange={(status) => narrow({ status })}
        />
        {hasDays && (
          <div className="flex flex-wrap gap-3">
            <DateFilter
              label={t('payments.table.fromDay')}
              value={filter.since}
              onChange={(since) => narrow({ since })}
            />
            <DateFilter
              label={t('payments.table.toDay')}
              value={filter.until}
              onChange={(until) => narrow({ until })}
            />
          </div>
        )}
      </FilterBar>
      <PagedTable
        {...table}
        {...(sort && { defaultOrder: { by: sort, descending: true } })}
        empty={{ icon, title: t('payments.table.noResults'), text: t('payments.table.noResultsNext') }}
      />
    </div>
  );
}

/** A column of amounts, given in minor units of each row's currency. */
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
