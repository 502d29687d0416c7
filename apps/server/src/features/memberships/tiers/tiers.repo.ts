import { type SubscriptionStatus, TIERS_KEPT_MAX, TIERS_MAX } from '@tributary/contracts/memberships';
import type { BillingCycle } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import { type Slice, selectSlice } from '#features/payments/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

const tiers = (db: Reader) =>
  db
    .selectFrom('subscription_tiers')
    .select([
      'subscription_tiers.id',
      'name',
      'description',
      'price_monthly as priceMonthly',
      'price_yearly as priceYearly',
      'currency',
      'trial_days as trialDays',
      'benefits',
      'is_active as isActive',
    ]);

export type StoredTier = InferResult<ReturnType<typeof tiers>>[number];

/** A tier that a public channel offers. */
export const findOfferedTier = (
  db: Reader,
  id: string,
): Promise<(StoredTier & { creatorId: UserId }) | undefined> =>
  tiers(db)
    .innerJoin('profiles as p', 'p.id', 'subscription_tiers.creator_id')
    .select('p.id as creatorId')
    .where('subscription_tiers.id', '=', id)
    .where('is_active', '=', true)
    .where(sql<boolean>`is_public(p)`)
    .executeTakeFirst();

/** All tiers of a creator, archived ones included, or one of them. */
export const findTiers = (db: Reader, creatorId: UserId, id?: string): Promise<StoredTier[]> =>
  tiers(db)
    .where('creator_id', '=', creatorId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? null))
    .orderBy('is_active', 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(TIERS_KEPT_MAX)
    .execute();

/** The offered tiers, in order. */
export const findOffered = (db: Reader, creatorId: UserId): Promise<StoredTier[]> =>
  tiers(db)
    .where('creator_id', '=', creatorId)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(TIERS_MAX)
    .execute();

export interface SubscriberCount {
  readonly tierId: string;
  readonly status: SubscriptionStatus;
  readonly billingCycle: BillingCycle;
  readonly priceCents: number;
  readonly isEnding: boolean;
  readonly count: number;
}

export async function countSubscribers(db: Reader, tierIds: readonly string[]): Promise<SubscriberCount[]> {
  if (tierIds.length === 0) return [];
  return db
    .selectFrom('tier_subscriptions')
    .select(['tier_id as tierId', 'status', 'billing_cycle as billingCycle', 'price_cents as priceCents'])
    .select('cancel_at_period_end as isEnding')
    .select(sql<number>`count(*)`.as('count'))
    .where('tier_id', 'in', tierIds)
    .groupBy(['tier_id', 'status', 'billing_cycle', 'price_cents', 'cancel_at_period_end'])
    .execute();
}

export const ownsTier = async (db: Reader, creatorId: UserId, tierId: string): Promise<boolean> =>
  (await db
    .selectFrom('subscription_tiers')
    .select('id')
    .where('id', '=', tierId)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst()) !== undefined;

export const subscriptions = (db: Reader) =>
  db
    .selectFrom('tier_subscriptions as s')
    .select([
      's.id',
      's.user_id as userId',
      's.status',
      's.billing_cycle as billingCycle',
      's.current_period_start as currentPeriodStart',
      's.current_period_end as currentPeriodEnd',
      's.trial_end as trialEnd',
      's.cancel_at_period_end as cancelAtPeriodEnd',
      's.is_gift as isGift',
      's.created_at as createdAt',
    ]);

export type StoredSubscription = InferResult<ReturnType<typeof subscriptions>>[number];

export function findSubscribers(
  db: Reader,
  tierId: string,
  status: SubscriptionStatus | undefined,
  slice: Slice,
): Promise<StoredSubscription[]> {
  const query = selectSlice(subscriptions(db), slice, 's.id').where('s.tier_id', '=', tierId);
  return (status ? query.where('s.status', '=', status) : query).execute();
}

/** Stops offering the tiers of an account that is being deleted, and deletes those without subscriptions. */
export async function closeOf(tx: Writer, userId: UserId): Promise<void> {
  await tx
    .updateTable('subscription_tiers')
    .set({ is_active: false })
    .where('creator_id', '=', userId)
    .execute();
  await tx
    .deleteFrom('subscription_tiers as t')
    .where('creator_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tier_subscriptions as s').select('s.id').whereRef('s.tier_id', '=', 't.id'))),
    )
    .execute();
}
