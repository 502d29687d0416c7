/** Payments on a chain, and what creators return of them. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { pollInterval } from '@/lib/query.ts';

const POLL_MS = 4000;

const ENDED = ['paid', 'expired', 'canceled'];

const paymentKey = (checkoutId: string) => ['money', 'crypto-payment', checkoutId];

export const useCryptoPayment = (checkoutId: string) =>
  useQuery({
    queryKey: paymentKey(checkoutId),
    queryFn: async ({ signal }) => {
      const payment = await call('GET /api/checkouts/:id/crypto', { params: { id: checkoutId }, signal });
      // By a clock that nobody sets, since the browser's time of day may be wrong.
      return { ...payment, expiresAtMs: performance.now() + payment.expiresInMs };
    },
    refetchInterval: ({ state: { data, error } }) =>
      pollInterval(data && !ENDED.includes(data.state), error, POLL_MS),
  });

export function useCancelCheckout(checkoutId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/checkouts/:id/cancel', { params: { id: checkoutId } }),
    onSettled: () => client.invalidateQueries({ queryKey: paymentKey(checkoutId) }),
  });
}

const TO_SEND = ['money', 'crypto-refunds'];

const refundsToSendQuery = pagedQuery(TO_SEND, (query, signal) =>
  call('GET /api/me/crypto-refunds', { query, signal }),
);

export const useRefundsToSend = () => useInfiniteQuery(refundsToSendQuery);

export const useUncreditedPayments = () =>
  useQuery({
    queryKey: ['money', 'crypto-uncredited'],
    queryFn: async ({ signal }) => (await call('GET /api/me/crypto-uncredited', { signal })).payments,
  });

export function useRecordRefund(chargeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (transactionHash: string) =>
      call('POST /api/charges/:id/crypto-refund', { params: { id: chargeId }, body: { transactionHash } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['money'] }),
  });
}
