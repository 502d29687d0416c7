import { infiniteQueryOptions, keepPreviousData, useQuery } from '@tanstack/react-query';

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

/** Queries one page of a table; keeps the present page on screen while the next one loads. */
export const useTablePage = <Query, Result>(
  key: readonly unknown[],
  query: Query,
  fetchPage: (query: Query, signal: AbortSignal) => Promise<Result>,
) =>
  useQuery({
    queryKey: [...key, query],
    queryFn: ({ signal }) => fetchPage(query, signal),
    placeholderData: keepPreviousData,
  });
