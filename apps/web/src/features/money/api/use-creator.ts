/** A streamer's earnings, tiers and events. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EarningsPeriod } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { useTablePage } from '@/lib/paged-query.ts';
import { cursorOf, type TableSearch } from '@/lib/table-search.ts';
import { donationFilterOf, eventFilterOf, payoutFilterOf, subscriberFilterOf } from './paging.ts';

export const useEarnings = (period: EarningsPeriod) =>
  useQuery({
    queryKey: ['money', 'earnings', period],
    queryFn: ({ signal }) => call('GET /api/me/earnings', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

export const useDonations = (search: TableSearch) =>
  useTablePage(
    ['money', 'donations'],
    { ...donationFilterOf(search), cursor: cursorOf(search) },
    (query, signal) => call('GET /api/me/donations', { query, signal }),
  );

export const usePayouts = (search: TableSearch) =>
  useTablePage(
    ['money', 'payouts'],
    { ...payoutFilterOf(search), cursor: cursorOf(search) },
    (query, signal) => call('GET /api/me/payouts', { query, signal }),
  );

export const useOwnTiers = () =>
  useQuery({
    queryKey: ['money', 'tiers'],
    queryFn: ({ signal }) => call('GET /api/me/tiers', { signal }),
  });

export const useSubscribers = (id: string, search: TableSearch) =>
  useTablePage(
    ['money', 'subscribers', id],
    { ...subscriberFilterOf(search), cursor: cursorOf(search) },
    (query, signal) => call('GET /api/me/tiers/:id/subscribers', { params: { id }, query, signal }),
  );

export const useOwnEvents = (search: TableSearch) =>
  useTablePage(['money', 'events'], { ...eventFilterOf(search), cursor: cursorOf(search) }, (query, signal) =>
    call('GET /api/me/events', { query, signal }),
  );
