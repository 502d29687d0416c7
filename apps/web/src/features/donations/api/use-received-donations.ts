/** The donations that a creator received, what can be done with them, and all of them for admins. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMoneyPage } from '@/features/payments/index.ts';
import { call } from '@/lib/api.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { DONATIONS } from '../lists.ts';

export const useDonations = (search: TableSearch) =>
  useMoneyPage(['donations'], DONATIONS, search, (query, signal) =>
    call('GET /api/me/donations', { query, signal }),
  );

export const useAllDonations = (search: TableSearch) =>
  useMoneyPage(['all-donations'], DONATIONS, search, (query, signal) =>
    call('GET /api/admin/donations', { query, signal }),
  );

/** Lists and totals follow. */
function useDonationChange<Variables, Answer>(change: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ['money'] }),
  });
}

export const useRefundDonation = () =>
  useDonationChange((id: string) => call('POST /api/me/donations/:id/refund', { params: { id } }));

export const useHideMessage = () =>
  useDonationChange(({ id, isHidden }: { id: string; isHidden: boolean }) =>
    call('PUT /api/me/donations/:id/hidden', { params: { id }, body: { isHidden } }),
  );
