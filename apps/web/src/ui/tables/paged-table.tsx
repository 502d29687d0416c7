import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { nextPage, oneOf, previousPage, refine, type TableSearch } from '@/lib/table-search.ts';
import type { Order } from './columns.tsx';
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
    Pick<TableProps<Row, Sort>, 'caption' | 'columns' | 'actions' | 'selection' | 'nameOf' | 'empty'> {
  /** The order unless the search names another. */
  defaultOrder?: Order<Sort>;
  page: UseQueryResult<{ items: Row[]; next: string | null }>;
}

/** A table with a pager. */
export function PagedTable<Row extends { id: string }, Sort extends string = string>({
  page,
  search,
  onSearch,
  defaultOrder,
  ...table
}: PagedTableProps<Row, Sort>) {
  const next = page.data?.next ?? null;
  const sorts = table.columns.flatMap(({ sort }) => sort ?? []);
  const order = defaultOrder && {
    by: oneOf(sorts, search.sort) ?? defaultOrder.by,
    descending: search.order ? search.order === 'desc' : defaultOrder.descending,
  };
  const onOrder = ({ by, descending }: Order<Sort>) =>
    onSearch(refine(search, { sort: by, order: descending ? 'desc' : 'asc' }));
  return (
    <>
      <DataTable
        {...table}
        {...(order && { order, onOrder })}
        rows={page.data?.items}
        keyOf={({ id }) => id}
        busy={page.isPlaceholderData}
        error={page.isError ? messageOf(page.error) : undefined}
        onRetry={() => void page.refetch()}
      />
      <Pager
        label={t('ui.pages.pagesOf', { list: table.caption })}
        busy={page.isPlaceholderData}
        onPrevious={search.at ? () => onSearch(previousPage(search)) : null}
        onNext={next === null ? null : () => onSearch(nextPage(search, next))}
      />
    </>
  );
}
