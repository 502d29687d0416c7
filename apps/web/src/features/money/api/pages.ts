import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';

interface Page<Item> {
  items: Item[];
  next: string | null;
}

/** How a list that grows goes on: each page says where the next begins. */
export const PAGED = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next,
};

/** A list as `Paged` shows it. */
export type PagedList<Item> = UseInfiniteQueryResult<InfiniteData<Page<Item>>>;

/** One page of a list, as a table shows it. */
export type TablePage<Item> = UseQueryResult<Page<Item>>;
