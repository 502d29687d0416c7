import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { MyStreamSort, StreamId } from '@tributary/contracts';
import { call } from '@/lib/api.ts';

/** How often a live stream's figures are refetched; they are sampled once a minute. */
const REFETCH_MS = 30_000;

/** The start of all statistics' query keys. */
const STATISTICS = ['statistics'] as const;

export const latestQuery = queryOptions({
  queryKey: [...STATISTICS, 'latest'],
  queryFn: ({ signal }) => call('GET /api/me/streams/latest', { signal }),
  refetchInterval: REFETCH_MS,
});

/** The live or last stream, with its viewers over time. */
export function useLatestStream() {
  return useQuery(latestQuery);
}

/** A past stream, with its viewers over time. */
export function useStreamViewers(id: StreamId | null) {
  return useQuery({
    queryKey: [...STATISTICS, 'viewers', id],
    queryFn: ({ signal }) => call('GET /api/me/streams/:id/viewers', { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
  });
}

export interface PastOrder {
  readonly sort: MyStreamSort;
  readonly order: 'asc' | 'desc';
}

export function usePastStreams({ sort, order }: PastOrder, cursor: string | undefined) {
  const query = { sort, order, cursor };
  return useQuery({
    queryKey: [...STATISTICS, 'past', query],
    queryFn: ({ signal }) => call('GET /api/me/streams', { query, signal }),
    placeholderData: keepPreviousData,
    // The live stream joins the list when it ends.
    refetchInterval: REFETCH_MS,
  });
}

export function useFollowerGrowth() {
  return useQuery({
    queryKey: [...STATISTICS, 'followers'],
    queryFn: ({ signal }) => call('GET /api/me/followers/growth', { signal }),
  });
}
