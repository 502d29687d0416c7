/** A viewer's donations and subscriptions. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { cursorOf, type TableSearch } from '@/lib/table-search.ts';
import { donationFilterOf } from './paging.ts';

export function useDonationsGiven(search: TableSearch) {
  const query = { ...donationFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: ['money', 'given', query],
    queryFn: ({ signal }) => call('GET /api/me/donations-given', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

const subscriptionsQuery = pagedQuery(['money', 'subscriptions'], (query, signal) =>
  call('GET /api/me/subscriptions', { query, signal }),
);

export const useSubscriptions = () => useInfiniteQuery(subscriptionsQuery);
