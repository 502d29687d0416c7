import { queryOptions, useQuery } from '@tanstack/react-query';
import { MY_STREAM_SORTS } from '@tributary/contracts/live';
import type { StreamId } from '@tributary/contracts/shared';
import { call } from '@/lib/api.ts';
import { useTablePage } from '@/lib/paged-query.ts';
import { ORDERS, oneOf, type TableSearch } from '@/lib/table-search.ts';

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

/** The order of the past streams in a table's search. */
export const pastOrderOf = ({ sort, order }: TableSearch) => ({
  sort: oneOf(MY_STREAM_SORTS, sort),
  order: oneOf(ORDERS, order),
});

/** The live stream joins the list when it ends. */
export const usePastStreams = (search: TableSearch) =>
  useTablePage(
    [...STATISTICS, 'past'],
    search,
    pastOrderOf,
    (query, signal) => call('GET /api/me/streams', { query, signal }),
    { refetchInterval: REFETCH_MS },
  );

export function useFollowerGrowth() {
  return useQuery({
    queryKey: [...STATISTICS, 'followers'],
    queryFn: ({ signal }) => call('GET /api/me/followers/growth', { signal }),
  });
}
