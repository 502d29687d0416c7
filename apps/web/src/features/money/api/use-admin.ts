/** All of the instance's money, for admins. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EarningsPeriod } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { useTablePage } from '@/lib/paged-query.ts';
import { cursorOf, type TableSearch } from '@/lib/table-search.ts';
import { donationFilterOf, eventFilterOf, payoutFilterOf } from './paging.ts';

export const useAllEarnings = (period: EarningsPeriod) =>
  useQuery({
    queryKey: ['money', 'all-earnings', period],
    queryFn: ({ signal }) => call('GET /api/admin/earnings', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

export const useAllDonations = (search: TableSearch) =>
  useTablePage(
    ['money', 'all-donations'],
    { ...donationFilterOf(search), cursor: cursorOf(search) },
    (query, signal) => call('GET /api/admin/donations', { query, signal }),
  );

export const useAllPayouts = (search: TableSearch) =>
  useTablePage(
    ['money', 'all-payouts'],
    { ...payoutFilterOf(search), cursor: cursorOf(search) },
    (query, signal) => call('GET /api/admin/payouts', { query, signal }),
  );

export const useAllEvents = (search: TableSearch) =>
  useTablePage(
    ['money', 'all-events'],
    { ...eventFilterOf(search), cursor: cursorOf(search) },
    (query, signal) => call('GET /api/admin/events', { query, signal }),
  );
