/** The tiers that channels offer. */
import { useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';

export const useTiers = (username: string) =>
  useQuery({
    queryKey: ['money', 'tiers-of', username],
    queryFn: async ({ signal }) =>
      (await call('GET /api/streamers/:username/tiers', { params: { username }, signal })).tiers,
  });

/** Whether the tiers of a channel have loaded, so that content below them can be shown. */
export const useTiersSettled = (username: string): boolean => useTiers(username).isFetched;

/** A tier that is offered, with its channel. */
export const useTier = (id: string) =>
  useQuery({
    queryKey: ['money', 'tier', id],
    queryFn: ({ signal }) => call('GET /api/tiers/:id', { params: { id }, signal }),
  });
