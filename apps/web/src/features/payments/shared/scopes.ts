/** Queries that payments make outdated. */
import type { Scope } from '@/lib/api/api-query.ts';
import { useInvalidate } from '@/lib/api/use-api.ts';

/** Offers, and purchases of the user. */
const PURCHASES: readonly Scope[] = [
  'GET /api/events/*',
  'GET /api/tiers/*',
  'GET /api/streamers/:username/events',
  'GET /api/streamers/:username/tiers',
  'GET /api/me/tickets',
  'GET /api/me/subscriptions',
  'GET /api/me/subscriptions/*',
  'GET /api/me/payments',
];

/** Reads offers and purchases again after a change or a refusal, since a seat or an offer may be gone. */
export function useRefreshPurchases(): () => Promise<void> {
  const invalidate = useInvalidate();
  return () => invalidate(...PURCHASES);
}

/** Creators' receipts and balances. */
export const PROCEEDS: readonly Scope[] = [
  'GET /api/me/balance',
  'GET /api/me/earnings',
  'GET /api/me/donations',
  'GET /api/me/payouts',
  'GET /api/me/payout-accounts',
  'GET /api/me/crypto-refunds',
  'GET /api/me/crypto-uncredited',
];
