/** Queries of the tiers of channels, and of viewers' subscriptions to them. */
import type { Scope } from '@/lib/api/api-query.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { useSession } from '@/lib/session.ts';

/** Queries that a change of a tier makes outdated. */
export const TIERS: readonly Scope[] = [
  'GET /api/me/tiers',
  'GET /api/me/stream-subscribers',
  'GET /api/streamers/:username/tiers',
  'GET /api/tiers/*',
];

export const useTiers = (username: string) =>
  useApi('GET /api/streamers/:username/tiers', { params: { username } }, { select: ({ tiers }) => tiers });

/** Whether the tiers of a channel have loaded, so that content below them can be shown. */
export const useTiersSettled = (username: string): boolean => useTiers(username).isFetched;

/** The user's subscription to a tier and its channel. Undefined for visitors. */
export const useTierSubscription = (tierId: string) =>
  useApi(
    'GET /api/tiers/:id/subscription',
    { params: { id: tierId } },
    { enabled: useSession().user !== null },
  );
