/** Paying: the ways to pay, opening a payment page, and the state of a checkout. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CheckoutState, PaymentMethods, Purpose } from '@tributary/contracts/payments';
import { useEffect, useRef } from 'react';
import { ApiProblem, call, type Request } from '@/lib/api.ts';
import { pollInterval } from '@/lib/query.ts';
import { randomId } from '@/lib/random-id.ts';

const POLL_MS = 2_000;

export type PaymentMethodOption = PaymentMethods['methods'][number];

const methodsQuery = queryOptions({
  queryKey: ['money', 'payment-methods'],
  queryFn: ({ signal }) => call('GET /api/payment-methods', { signal }),
  staleTime: 300_000,
});

/** The ways to pay for one kind of thing. */
export const usePaymentMethods = (purpose: Purpose) =>
  useQuery({
    ...methodsQuery,
    select: ({ methods }) => methods.filter(({ purposes }) => purposes.includes(purpose)),
  });

/** All that this instance knows. */
export const usePaymentProviders = (): PaymentMethods['providers'] =>
  useQuery({ ...methodsQuery, select: ({ providers }) => providers }).data ?? [];

export const useIsTestMoney = () => useQuery({ ...methodsQuery, select: (data) => data.isTestMoney });

const keyOf = (id: string) => ['money', 'checkout', id];

/** The state of a checkout, which follows until it is closed. */
export const useCheckout = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call('GET /api/checkouts/:id', { params: { id }, signal }),
    refetchInterval: ({ state: { data, error } }) =>
      pollInterval(data && data.status === 'open', error, POLL_MS),
  });

/** Omitted from every member of the union of purposes, which keeps it a union. */
type Order = Request<'POST /api/checkouts'>['body'] extends infer Body
  ? Body extends unknown
    ? Omit<Body, 'idempotencyKey'>
    : never
  : never;

/**
 * Opens a payment page and goes there. A repeated press asks for the same checkout, unless the order was changed or the
 * server refused it: without an answer it may exist.
 * @param from the page to which the payer returns afterwards
 */
export function useOpenCheckout(from: string | undefined) {
  const attempt = useRef<{ order: string; key: string } | null>(null);
  const open = useMutation({
    mutationFn: (order: Order) => {
      const text = JSON.stringify(order);
      if (attempt.current?.order !== text) attempt.current = { order: text, key: randomId() };
      const body = { ...order, ...(from && { from }), idempotencyKey: attempt.current.key };
      return call('POST /api/checkouts', { body: body as Request<'POST /api/checkouts'>['body'] });
    },
    onSuccess: ({ redirectUrl }) => location.assign(redirectUrl),
    onError: (error) => {
      if (error instanceof ApiProblem && !error.isTransient) attempt.current = null;
    },
  });
  const { reset } = open;
  useEffect(() => {
    // The browser shows the page as it was left when the payer goes back.
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, [reset]);
  /** Whether the browser is on its way to the payment page. */
  const isLeaving = open.isPending || open.isSuccess;
  return { ...open, isLeaving };
}

export function useCancelCheckout(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/checkouts/:id/cancel', { params: { id } }),
    onSuccess: (state: CheckoutState) => {
      client.setQueryData(keyOf(id), state);
      void client.invalidateQueries({ queryKey: ['money'] });
    },
  });
}
