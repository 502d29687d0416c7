/** A viewer's subscriptions to tiers. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { useSession } from '@/lib/session.ts';

/** The user's open subscription to a tier; null without one. Undefined for visitors. */
export function useSubscription(tierId: string) {
  const { user } = useSession();
  return useQuery({
    queryKey: ['money', 'subscription', tierId, user?.id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/tiers/:id/subscription', { params: { id: tierId }, signal })).subscription,
    enabled: user !== null,
  });
}

function useSubscriptionChange<Answer>(change: () => Promise<Answer>) {
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
