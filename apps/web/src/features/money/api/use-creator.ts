/** A streamer's earnings, tiers and events. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EarningsPeriod } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { cursorOf, type TableSearch } from '@/lib/table-search.ts';
import { donationFilterOf, eventFilterOf, payoutFilterOf, subscriberFilterOf } from './paging.ts';

export const useEarnings = (period: EarningsPeriod) =>
  useQuery({
    queryKey: ['money', 'earnings', period],
    queryFn: ({ signal }) => call('GET /api/me/earnings', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

export function useDonations(search: TableSearch) {
  const query = { ...donationFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: ['money', 'donations', query],
    queryFn: ({ signal }) => call('GET /api/me/donations', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function usePayouts(search: TableSearch) {
  const query = { ...payoutFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: ['money', 'payouts', query],
    queryFn: ({ signal }) => call('GET /api/me/payouts', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const useOwnTiers = () =>
  useQuery({
    queryKey: ['money', 'tiers'],
    queryFn: ({ signal }) => call('GET /api/me/tiers', { signal }),
  });

export function useSubscribers(id: string, search: TableSearch) {
  const query = { ...subscriberFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: ['money', 'subscribers', id, query],
    queryFn: ({ signal }) => call('GET /api/me/tiers/:id/subscribers', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useOwnEvents(search: TableSearch) {
  const query = { ...eventFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: ['money', 'events', query],
    queryFn: ({ signal }) => call('GET /api/me/events', { query, signal }),
    placeholderData: keepPreviousData,
  });
}
