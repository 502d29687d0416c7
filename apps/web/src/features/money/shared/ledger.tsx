import { refine } from '@/lib/table-search.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type PagedTableProps } from '@/ui/tables/paged-table.tsx';
import { filterOf, type MoneyList } from './lists.ts';
import { labelsOf } from './statuses.tsx';

interface LedgerProps<Row, Sort extends string, Status extends string>
  extends Omit<PagedTableProps<Row, Sort>, 'defaultOrder' | 'empty'> {
  list: MoneyList<Sort, Status>;
  exportPath?: string;
  empty: Omit<PagedTableProps<Row, Sort>['empty'], 'icon'>;
}

/** A paged list of money records with a status filter, and sorting and export where there is a choice. */
export function Ledger<Row extends { id: string }, Sort extends string, Status extends string>({
  list,
  exportPath,
  empty,
  ...table
}: LedgerProps<Row, Sort, Status>) {
  const { page, search, onSearch } = table;
  const { sort, statuses, icon } = list;
  const filter = filterOf(list, search);
  const nothing = page.data?.items.length === 0 && !filter.status && !search.at;
  if (nothing) {
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
          label="Status"
          value={filter.status}
          options={{ '': 'All', ...labelsOf(statuses) }}
          onChange={(status) => onSearch(refine(search, { status }))}
        />
      </FilterBar>
      <PagedTable
        {...table}
        {...(sort && { defaultOrder: { by: sort, descending: true } })}
        empty={{ icon, title: 'No results', text: 'Choose another status to see more.' }}
      />
    </div>
  );
}
