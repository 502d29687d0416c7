import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { messageOf } from '@/lib/query.ts';
import { nextPage, previousPage, type TableSearch } from '@/lib/table-search.ts';
import { DataTable } from './data-table.tsx';
import { Pager } from './paging.tsx';

/** A table's filters, order and page, kept in the address or the parent component. */
export interface Searched {
  search: TableSearch;
  onSearch: (search: TableSearch) => void;
}

type TableProps<Row, Sort extends string> = ComponentProps<typeof DataTable<Row, Sort>>;

export interface PagedTableProps<Row, Sort extends string>
  extends Searched,
    Pick<
      TableProps<Row, Sort>,
      'caption' | 'columns' | 'order' | 'onOrder' | 'actions' | 'nameOf' | 'empty'
    > {
  page: UseQueryResult<{ items: Row[]; next: string | null }>;
}

/** A table with a pager. */
export function PagedTable<Row extends { id: string }, Sort extends string = string>({
  page,
  search,
  onSearch,
  ...table
}: PagedTableProps<Row, Sort>) {
  const next = page.data?.next ?? null;
  return (
    <>
      <DataTable
        {...table}
        rows={page.data?.items}
        keyOf={({ id }) => id}
        busy={page.isPlaceholderData}
        error={page.isError ? messageOf(page.error) : undefined}
        onRetry={() => void page.refetch()}
      />
      <Pager
        label={`Pages: ${table.caption}`}
        busy={page.isPlaceholderData}
        onPrevious={search.at ? () => onSearch(previousPage(search)) : null}
        onNext={next === null ? null : () => onSearch(nextPage(search, next))}
      />
    </>
  );
}
