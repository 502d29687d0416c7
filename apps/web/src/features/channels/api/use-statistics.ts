import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { MyStreamSort, StreamId } from '@tributary/contracts';
import { call } from '@/lib/api.ts';

/** How often the figures of a running stream are read anew: they are sampled once a minute. */
const FRESH_MS = 30_000;

/** Everything about one's own past begins with this key. */
const STATISTICS = ['statistics'] as const;

export const latestQuery = queryOptions({
  queryKey: [...STATISTICS, 'latest'],
  queryFn: ({ signal }) => call('GET /api/me/streams/latest', { signal }),
  refetchInterval: FRESH_MS,
});

/** The running stream or the last one, with its viewers over time. */
export function useLatestStream() {
  return useQuery(latestQuery);
}

/** One past stream with its viewers over time. */
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
    // The running one joins them when it is over.
    refetchInterval: FRESH_MS,
  });
}

export function useFollowerGrowth() {
  return useQuery({
    queryKey: [...STATISTICS, 'followers'],
    queryFn: ({ signal }) => call('GET /api/me/followers/growth', { signal }),
  });
}
