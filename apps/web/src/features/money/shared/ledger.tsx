import { refine } from '@/lib/table-search.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import type { ListFilter } from '../api/paging.ts';
import { PagedTable, type PagedTableProps } from './paged-table.tsx';
import type { Look } from './statuses.tsx';

interface LedgerProps<Row, Sort extends string, Status extends string>
  extends Omit<PagedTableProps<Row, Sort>, 'order' | 'onOrder'> {
  filter: ListFilter<Sort, Status>;
  /** What it is sorted by, from the top down, unless somebody wants it otherwise. */
  sort: NoInfer<Sort>;
  states: Look<Status>;
  exportPath: string;
}

/** A list of the books: narrowed down by state, sorted, page by page, and to take along. */
export function Ledger<Row extends { id: string }, Sort extends string, Status extends string>({
  filter,
  sort,
  states,
  exportPath,
  ...table
}: LedgerProps<Row, Sort, Status>) {
  const { page, search, onSearch, empty } = table;
  const nothing = page.data?.items.length === 0 && !filter.status && !search.at;
  if (nothing) {
    return (
      <EmptyState icon={empty.icon} title={empty.title} actions={empty.actions}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <FilterBar aside={<ExportLink path={exportPath} filter={{ ...filter }} />}>
        <Filter
          label="State"
          value={filter.status}
          options={[['', 'All'], ...optionsOf(states)]}
          onChange={(status) => onSearch(refine(search, { status }))}
        />
      </FilterBar>
      <PagedTable
        {...table}
        order={{ by: filter.sort ?? sort, descending: filter.order !== 'asc' }}
        onOrder={({ by, descending }) =>
          onSearch(refine(search, { sort: by, order: descending ? 'desc' : 'asc' }))
        }
        empty={{
          icon: empty.icon,
          title: 'Nothing is in this state.',
          text: 'Choose another state to see the rest.',
        }}
      />
    </div>
  );
}

const optionsOf = (states: Look<string>) =>
  Object.entries(states).map(([status, [, name]]) => [status, name] as const);
