/** What somebody gave and subscribes to. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { cursorOf, type TableSearch } from '@/lib/table-search.ts';
import { donationFilterOf, PAGED } from './paging.ts';

export function useDonationsGiven(search: TableSearch) {
  const query = { ...donationFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: ['money', 'given', query],
    queryFn: ({ signal }) => call('GET /api/me/donations-given', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const useSubscriptions = () =>
  useInfiniteQuery({
    queryKey: ['money', 'subscriptions'],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/me/subscriptions', { query: { cursor }, signal }),
    ...PAGED,
  });
