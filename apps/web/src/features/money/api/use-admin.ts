/** All of the instance's money, for admins. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EarningsPeriod } from '@tributary/contracts/payouts';
import { call } from '@/lib/api.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { DONATIONS, EVENTS, PAYOUTS, useMoneyPage } from '../shared/lists.ts';

export const useAllEarnings = (period: EarningsPeriod) =>
  useQuery({
    queryKey: ['money', 'all-earnings', period],
    queryFn: ({ signal }) => call('GET /api/admin/earnings', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

export const useAllDonations = (search: TableSearch) =>
  useMoneyPage(['all-donations'], DONATIONS, search, (query, signal) =>
    call('GET /api/admin/donations', { query, signal }),
  );

export const useAllPayouts = (search: TableSearch) =>
  useMoneyPage(['all-payouts'], PAYOUTS, search, (query, signal) =>
    call('GET /api/admin/payouts', { query, signal }),
  );

/** Marks a payout as paid by bank transfer, or as failed. */
export function useSettlePayout(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: { reference: string } | { reason: string }) =>
      'reference' in given
        ? call('POST /api/admin/payouts/:id/complete', { params: { id }, body: given })
        : call('POST /api/admin/payouts/:id/fail', { params: { id }, body: given }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['money'] }),
  });
}

export const useAllEvents = (search: TableSearch) =>
  useMoneyPage(['all-events'], EVENTS, search, (query, signal) =>
    call('GET /api/admin/events', { query, signal }),
  );
