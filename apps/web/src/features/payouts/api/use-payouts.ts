/** A creator's balance, payout accounts and payouts, and all payouts for admins. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentProvider } from '@tributary/contracts/payments';
import { useRef } from 'react';
import { useMoneyPage } from '@/features/payments/index.ts';
import { ApiProblem, call } from '@/lib/api.ts';
import { randomId } from '@/lib/random-id.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { PAYOUTS } from '../lists.ts';

export const useBalance = () =>
  useQuery({
    queryKey: ['money', 'balance'],
    queryFn: ({ signal }) => call('GET /api/me/balance', { signal }),
  });

const ACCOUNTS = ['money', 'payout-accounts'];

export const usePayoutAccounts = () =>
  useQuery({
    queryKey: ACCOUNTS,
    queryFn: ({ signal }) => call('GET /api/me/payout-accounts', { signal }),
    select: ({ accounts }) => accounts,
  });

/** Leads to the page of the provider. */
export const useOnboarding = () =>
  useMutation({
    mutationFn: ({ provider, country }: { provider: PaymentProvider; country: string | null }) =>
      call('POST /api/me/payout-accounts/:provider/onboarding', { params: { provider }, body: { country } }),
    onSuccess: ({ url }) => location.assign(url),
  });

function useAccountChange(change: (params: { provider: PaymentProvider }) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (provider: PaymentProvider) => change({ provider }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['money'] }),
  });
}

export const useUnlinkPayoutAccount = () =>
  useAccountChange((params) => call('DELETE /api/me/payout-accounts/:provider', { params }));

export const useChoosePayoutAccount = () =>
  useAccountChange((params) => call('PUT /api/me/payout-accounts/:provider/choice', { params }));

/** Repeats an attempt that was not answered under its key, so that it withdraws once. */
export function useWithdraw() {
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (amount: number) => {
      key.current ??= randomId();
      return call('POST /api/me/payouts', { body: { idempotencyKey: key.current, amount } });
    },
    onSuccess: () => {
      key.current = null;
      return client.invalidateQueries({ queryKey: ['money'] });
    },
    onError: (error) => {
      if (error instanceof ApiProblem && !error.isTransient) key.current = null;
    },
  });
}

export const useStatement = (id: string) =>
  useQuery({
    queryKey: ['money', 'statement', id],
    queryFn: ({ signal }) => call('GET /api/me/payouts/:id/statement', { params: { id }, signal }),
  });

export const usePayouts = (search: TableSearch) =>
  useMoneyPage(['payouts'], PAYOUTS, search, (query, signal) =>
    call('GET /api/me/payouts', { query, signal }),
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
