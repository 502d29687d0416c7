import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { StreamId } from '@tributary/contracts';
import { call } from '@/lib/api.ts';

/** How often the list is read while it is open. */
const EVERY_MS = 10_000;

/** Who has the chat open. */
export const useViewers = (id: StreamId) =>
  useInfiniteQuery({
    queryKey: ['chat', id, 'viewers'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/streams/:id/chat/viewers', { params: { id }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
