import { infiniteQueryOptions } from '@tanstack/react-query';

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
