/** A creator's own tiers. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnTiers, TierEdit } from '@tributary/contracts/memberships';
import { call } from '@/lib/api.ts';
import { inOrder } from '../tiers/tier-order.ts';

const KEY = ['money', 'tiers'];

export const useOwnTiers = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('GET /api/me/tiers', { signal }) });

function useTierChange<Variables, Answer>(change: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ['money'] }),
  });
}

/** Creates a tier where there is no id yet. */
export const useSaveTier = (id: string | null) =>
  useTierChange((body: TierEdit) =>
    id === null
      ? call('POST /api/me/tiers', { body })
      : call('PUT /api/me/tiers/:id', { params: { id }, body }),
  );

export const useTierStep = (id: string) =>
  useTierChange((step: 'archive' | 'restore') => call(`POST /api/me/tiers/:id/${step}`, { params: { id } }));

/** Shows the new order while it is being saved. */
export function useTierOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => call('PUT /api/me/tier-order', { body: { ids: [...ids] } }),
    onMutate: (ids) =>
      client.setQueryData<OwnTiers>(KEY, (known) => known && { ...known, tiers: inOrder(known.tiers, ids) }),
    onSuccess: (saved) => void client.setQueryData(KEY, saved),
    onError: () => void client.invalidateQueries({ queryKey: KEY }),
  });
}

const STREAM_SUBSCRIBERS = ['money', 'stream-subscribers'];

/** Whether the streams of the channel are for subscribers. */
export const useStreamSubscribers = () =>
  useQuery({
    queryKey: STREAM_SUBSCRIBERS,
    queryFn: ({ signal }) => call('GET /api/me/stream-subscribers', { signal }),
  });

export function useSetStreamSubscribers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isForSubscribers: boolean) =>
      call('PUT /api/me/stream-subscribers', { body: { isForSubscribers } }),
    onSuccess: (saved) => void client.setQueryData(STREAM_SUBSCRIBERS, saved),
  });
}
