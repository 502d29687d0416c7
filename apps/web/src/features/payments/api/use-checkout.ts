/** Payment methods, the opening of payment pages, and the state of checkouts. */
import type { PaymentMethods, Purpose } from '@tributary/contracts/payments';
import { useEffect, useRef } from 'react';
import { ApiProblem, call, type Request } from '@/lib/api/client.ts';
import { pollInterval } from '@/lib/api/query-client.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { randomId } from '@/lib/browser/random-id.ts';
import { providerName } from '../shared/provider-texts.ts';

const POLL_MS = 2_000;

export type PaymentMethodOption = PaymentMethods['methods'][number];

const useMethods = <Data>(select: (known: PaymentMethods) => Data) =>
  useApi('GET /api/payment-methods', {}, { staleTime: 300_000, select });

/** The payment methods for one purpose. */
export const usePaymentMethods = (purpose: Purpose) =>
  useMethods(({ methods }) => methods.filter(({ purposes }) => purposes.includes(purpose)));

/** All payment providers that this instance knows. */
export const usePaymentProviders = (): PaymentMethods['providers'] =>
  useMethods(({ providers }) => providers).data ?? [];

export const useIsTestMoney = () => useMethods(({ isTestMoney }) => isTestMoney);

/** The state of a checkout, read again until it is closed. */
export const useCheckout = (id: string) =>
  useApi(
    'GET /api/checkouts/:id',
    { params: { id } },
    {
      refetchInterval: ({ state: { data, error } }) =>
        pollInterval(data && data.status === 'open', error, POLL_MS),
    },
  );

/** Distributes over the union of purposes, which keeps it a union. */
type Order = Request<'POST /api/checkouts'>['body'] extends infer Body
  ? Body extends unknown
    ? Omit<Body, 'idempotencyKey'>
    : never
  : never;

/**
 * Opens a payment page and goes there. A repeated press requests the same checkout, unless the order was changed or the
 * server refused it, since a request without an answer may have created it.
 * @param from the page to which the payer returns afterwards
 */
export function useOpenCheckout(from: string | undefined) {
  const attempt = useRef<{ order: string; key: string } | null>(null);
  const open = useApiMutation(
    (order: Order) => {
      const text = JSON.stringify(order);
      if (attempt.current?.order !== text) attempt.current = { order: text, key: randomId() };
      const body = { ...order, ...(from && { from }), idempotencyKey: attempt.current.key };
      return call('POST /api/checkouts', { body: body as Request<'POST /api/checkouts'>['body'] });
    },
    {
      onSuccess: ({ redirectUrl }) => location.assign(redirectUrl),
      onError: (error) => {
        if (error instanceof ApiProblem && !error.isTransient) attempt.current = null;
      },
    },
  );
  const { reset } = open;
  useEffect(() => {
    // After going back, the browser shows the page in the state in which the payer left it.
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, [reset]);
  /** Whether the browser is leaving for the payment page. */
  const isLeaving = open.isPending || open.isSuccess;
  return { ...open, isLeaving };
}

/** Names of payment providers for people. */
export function useProviderNames(): (provider: string, unknown?: string) => string {
  const providers = usePaymentProviders();
  return (provider, unknown = provider) => {
    const known = providers.find(({ name }) => name === provider);
    return known ? providerName(provider, known.label) : unknown;
  };
}

export const ProviderName = ({ of }: { of: string }) => useProviderNames()(of);
