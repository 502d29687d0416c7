/** All of the instance's money, for admins. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EarningsPeriod } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { cursorOf, type TableSearch } from '@/lib/table-search.ts';
import { donationFilterOf, eventFilterOf, payoutFilterOf } from './paging.ts';

export const useAllEarnings = (period: EarningsPeriod) =>
  useQuery({
    queryKey: ['money', 'all-earnings', period],
    queryFn: ({ signal }) => call('GET /api/admin/earnings', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

export function useAllDonations(search: TableSearch) {
  const query = { ...donationFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: ['money', 'all-donations', query],
    queryFn: ({ signal }) => call('GET /api/admin/donations', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useAllPayouts(search: TableSearch) {
  const query = { ...payoutFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: ['money', 'all-payouts', query],
    queryFn: ({ signal }) => call('GET /api/admin/payouts', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useAllEvents(search: TableSearch) {
  const query = { ...eventFilterOf(search), cursor: cursorOf(search) };
  return useQuery({
    queryKey: ['money', 'all-events', query],
    queryFn: ({ signal }) => call('GET /api/admin/events', { query, signal }),
    placeholderData: keepPreviousData,
  });
}
