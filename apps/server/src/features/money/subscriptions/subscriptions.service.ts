/** Subscriptions as viewers start and end them. */
import type { UserId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#platform/db/database.ts';
import { tierErrors } from '../tiers/tiers.errors.ts';
import { subscriptionErrors } from './subscriptions.errors.ts';
import * as repo from './subscriptions.repo.ts';

export interface Subscriptions {
  /** The open subscription to a tier, or null. */
  to(userId: UserId, tierId: string): Promise<{ id: string } | null>;
  /** @throws AppError `tier_not_found`, `tier_has_price`, `own_tier` */
  startFree(userId: UserId, tierId: string): Promise<{ id: string }>;
  /** @throws AppError `subscription_not_found`, `subscription_has_price` */
  cancel(userId: UserId, id: string): Promise<void>;
}

export function createSubscriptions(db: Database, now: () => Date): Subscriptions {
  return {
    to: async (userId, tierId) => (await db.read((reader) => repo.findOpen(reader, userId, tierId))) ?? null,
    startFree: (userId, tierId) =>
      db.transact(async (tx) => {
        const tier = await repo.lockOfferedTier(tx, tierId);
        if (!tier) throw tierErrors.tier_not_found();
        if (tier.creatorId === userId) throw subscriptionErrors.own_tier();
        const id = uuidv7();
        const known = await repo.findOpen(tx, userId, tierId);
        if (known) return known;
        if (tier.priceMonthly) throw subscriptionErrors.tier_has_price();
        if (await repo.insertFree(tx, { id, tierId, userId, at: now() })) return { id };
        // A concurrent request of the same person inserted it.
        return (await repo.findOpen(tx, userId, tierId)) ?? { id };
      }),
    cancel: (userId, id) =>
      db.transact(async (tx) => {
        const subscription = await repo.lockOwn(tx, userId, id);
        if (!subscription) throw subscriptionErrors.subscription_not_found();
        if (subscription.status === 'canceled') return;
        if (subscription.priceCents > 0) throw subscriptionErrors.subscription_has_price();
        await repo.cancel(tx, id);
      }),
  };
}
