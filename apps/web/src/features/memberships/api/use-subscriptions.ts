/** A viewer's subscriptions to tiers. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SubscriptionChange } from '@tributary/contracts/memberships';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { useSession } from '@/lib/session.ts';

/** What the user has of a tier and its channel. Undefined for visitors. */
export function useTierSubscription(tierId: string) {
  const { user } = useSession();
  return useQuery({
    queryKey: ['money', 'subscription', tierId, user?.id],
    queryFn: ({ signal }) => call('GET /api/tiers/:id/subscription', { params: { id: tierId }, signal }),
    enabled: user !== null,
  });
}

const subscriptionsQuery = pagedQuery(['money', 'subscriptions'], (query, signal) =>
  call('GET /api/me/subscriptions', { query, signal }),
);

export const useSubscriptions = () => useInfiniteQuery(subscriptionsQuery);

/** A subscription of the user's, once `enabled`. */
export const useOwnSubscription = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: ['money', 'own-subscription', id],
    queryFn: ({ signal }) => call('GET /api/me/subscriptions/:id', { params: { id }, signal }),
    enabled,
  });

function useSubscriptionChange<Answer, Variables = void>(change: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: ['money'] }),
  });
}

export const useStartSubscription = (tierId: string) =>
  useSubscriptionChange(() => call('POST /api/tiers/:id/subscription', { params: { id: tierId } }));

export const useCancelSubscription = (id: string) =>
  useSubscriptionChange(() => call('POST /api/me/subscriptions/:id/cancel', { params: { id } }));

export const useResumeSubscription = (id: string) =>
  useSubscriptionChange(() => call('POST /api/me/subscriptions/:id/resume', { params: { id } }));

export const useChangeSubscription = (id: string) =>
  useSubscriptionChange((body: SubscriptionChange) =>
    call('POST /api/me/subscriptions/:id/change', { params: { id }, body }),
  );

export const useGiftVisibility = (id: string) =>
  useSubscriptionChange((isHidden: boolean) =>
    call('PUT /api/me/subscriptions/:id/visibility', { params: { id }, body: { isHidden } }),
  );

export const usePaymentPortal = (id: string) =>
  useMutation({
    mutationFn: () => call('POST /api/me/subscriptions/:id/payment-portal', { params: { id } }),
  });
