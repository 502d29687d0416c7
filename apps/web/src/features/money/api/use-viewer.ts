/** A viewer's donations and subscriptions. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { DONATIONS, useMoneyPage } from '../shared/lists.ts';

export const useDonationsGiven = (search: TableSearch) =>
  useMoneyPage(['given'], DONATIONS, search, (query, signal) =>
    call('GET /api/me/donations-given', { query, signal }),
  );

const subscriptionsQuery = pagedQuery(['money', 'subscriptions'], (query, signal) =>
  call('GET /api/me/subscriptions', { query, signal }),
);

export const useSubscriptions = () => useInfiniteQuery(subscriptionsQuery);
