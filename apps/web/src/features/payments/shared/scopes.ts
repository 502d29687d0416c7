/** What payments make outdated. */
import type { Scope } from '@/lib/api-query.ts';
import { useInvalidate } from '@/lib/use-api.ts';

/** What people can buy, and what they have bought. */
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

/** Reads them again after a change, also after one that was refused: a seat or an offer may be gone. */
export function useReadPurchases(): () => Promise<void> {
  const invalidate = useInvalidate();
  return () => invalidate(...PURCHASES);
}

/** What creators have received, and what is due to them. */
export const PROCEEDS: readonly Scope[] = [
  'GET /api/me/balance',
  'GET /api/me/earnings',
  'GET /api/me/donations',
  'GET /api/me/payouts',
  'GET /api/me/payout-accounts',
  'GET /api/me/crypto-refunds',
  'GET /api/me/crypto-uncredited',
];
