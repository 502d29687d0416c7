import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { StreamId } from '@tributary/contracts/shared';
import { call } from '@/lib/api/client.ts';
import { useApi } from '@/lib/api/use-api.ts';

/** How often the list is read while it is open. */
const EVERY_MS = 10_000;

/** The people who have the chat open. */
export const useViewers = (id: StreamId) =>
  useInfiniteQuery({
    queryKey: ['GET /api/streams/:id/chat/viewers', { params: { id } }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/streams/:id/chat/viewers', { params: { id }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });

/**
 * The viewers whose names begin with the search.
 * @param search null: nothing is requested
 */
export const useViewersNamed = (id: StreamId, search: string | null) =>
  useApi(
    'GET /api/streams/:id/chat/viewers',
    { params: { id }, query: { search: search ?? undefined } },
    { enabled: search !== null, placeholderData: keepPreviousData, staleTime: EVERY_MS },
  ).data?.items;
