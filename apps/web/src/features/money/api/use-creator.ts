/** A streamer's earnings and subscribers. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EarningsPeriod } from '@tributary/contracts/payouts';
import { call } from '@/lib/api.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { DONATIONS, PAYOUTS, SUBSCRIBERS, useMoneyPage } from '../shared/lists.ts';

export const useEarnings = (period: EarningsPeriod) =>
  useQuery({
    queryKey: ['money', 'earnings', period],
    queryFn: ({ signal }) => call('GET /api/me/earnings', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

export const useDonations = (search: TableSearch) =>
  useMoneyPage(['donations'], DONATIONS, search, (query, signal) =>
    call('GET /api/me/donations', { query, signal }),
  );

export const usePayouts = (search: TableSearch) =>
  useMoneyPage(['payouts'], PAYOUTS, search, (query, signal) =>
    call('GET /api/me/payouts', { query, signal }),
  );

export const useSubscribers = (id: string, search: TableSearch) =>
  useMoneyPage(['subscribers', id], SUBSCRIBERS, search, (query, signal) =>
    call('GET /api/me/tiers/:id/subscribers', { params: { id }, query, signal }),
  );
