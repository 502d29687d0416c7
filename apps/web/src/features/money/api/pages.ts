import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

/** How every list of money goes on: each page says where the next begins. */
export const PAGED = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next,
};

/** A list as `Paged` shows it. */
export type PagedList<Item> = UseInfiniteQueryResult<InfiniteData<{ items: Item[]; next: string | null }>>;
