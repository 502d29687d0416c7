import { infiniteQueryOptions, keepPreviousData, useQuery } from '@tanstack/react-query';
import { pollInterval } from './query.ts';
import { cursorOf, type TableSearch } from './table-search.ts';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/**
 * Query options for a list that the server sends page by page, joined into one array.
 * @param fetchPage reads one page; no cursor means the first one
 */
export const pagedQuery = <Item>(
  queryKey: readonly unknown[],
  fetchPage: (query: { cursor?: string }, signal: AbortSignal) => Promise<Page<Item>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchPage(pageParam === undefined ? {} : { cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

/**
 * Queries the page of a table that its search names; keeps the present page on screen while the next one loads.
 * @param filterOf reads the filters and the order from the search
 */
export const useTablePage = <Filter, Result>(
  key: readonly unknown[],
  search: TableSearch,
  filterOf: (search: TableSearch) => Filter,
  fetchPage: (query: Filter & { cursor: string | undefined }, signal: AbortSignal) => Promise<Result>,
  { refetchInterval }: { refetchInterval?: number } = {},
) => {
  const query = { ...filterOf(search), cursor: cursorOf(search) };
  return useQuery<Result>({
    queryKey: [...key, query],
    queryFn: ({ signal }) => fetchPage(query, signal),
    placeholderData: keepPreviousData,
    ...(refetchInterval && {
      refetchInterval: ({ state: { data, error } }) => pollInterval(data && true, error, refetchInterval),
    }),
  });
};
