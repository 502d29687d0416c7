import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';

/** The channels that words lead to, best first; of no words none. */
export const usePeople = (q: string) =>
  useInfiniteQuery({
    queryKey: ['discover', 'people', q],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/discover/people', { query: { q, ...(cursor !== undefined && { cursor }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    enabled: q !== '',
    // Until the next letters have been looked up, what the ones before led to.
    placeholderData: keepPreviousData,
  });
