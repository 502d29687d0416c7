/** A viewer's donations and subscriptions. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { pagedQuery, useTablePage } from '@/lib/paged-query.ts';
import { cursorOf, type TableSearch } from '@/lib/table-search.ts';
import { donationFilterOf } from './paging.ts';

export const useDonationsGiven = (search: TableSearch) =>
  useTablePage(
    ['money', 'given'],
    { ...donationFilterOf(search), cursor: cursorOf(search) },
    (query, signal) => call('GET /api/me/donations-given', { query, signal }),
  );

const subscriptionsQuery = pagedQuery(['money', 'subscriptions'], (query, signal) =>
  call('GET /api/me/subscriptions', { query, signal }),
);

export const useSubscriptions = () => useInfiniteQuery(subscriptionsQuery);
