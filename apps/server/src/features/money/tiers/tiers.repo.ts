import {
  type BillingCycle,
  PAST_DUE_DAYS,
  type SubscriptionStatus,
  TIERS_KEPT_MAX,
  TIERS_MAX,
  type UserId,
} from '@tributary/contracts';
import { type InferResult, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type Slice, selectSlice } from '../pages.repo.ts';

const tiers = (db: Reader) =>
  db
    .selectFrom('subscription_tiers')
    .select([
      'id',
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

/** All of a creator, archived ones included, or one of them. */
export const findTiers = (db: Reader, creatorId: UserId, id?: string): Promise<StoredTier[]> =>
  tiers(db)
    .where('creator_id', '=', creatorId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? null))
    .orderBy('is_active', 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(TIERS_KEPT_MAX)
    .execute();

/** Those that are offered, in order. */
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
  readonly count: number;
}

export async function countSubscribers(db: Reader, tierIds: readonly string[]): Promise<SubscriberCount[]> {
  if (tierIds.length === 0) return [];
  return db
    .selectFrom('tier_subscriptions')
    .select(['tier_id as tierId', 'status', 'billing_cycle as billingCycle', 'price_cents as priceCents'])
    .select(sql<number>`count(*)`.as('count'))
    .where('tier_id', 'in', tierIds)
    .groupBy(['tier_id', 'status', 'billing_cycle', 'price_cents'])
    .execute();
}

export const ownsTier = async (db: Reader, creatorId: UserId, tierId: string): Promise<boolean> =>
  (await db
    .selectFrom('subscription_tiers')
    .select('id')
    .where('id', '=', tierId)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst()) !== undefined;

const subscriptions = (db: Reader) =>
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

const subscriptionsOf = (db: Reader, userId: UserId) =>
  subscriptions(db)
    .innerJoin('subscription_tiers as t', 't.id', 's.tier_id')
    .select(['t.id as tierId', 't.name as tierName', 't.benefits', 't.creator_id as creatorId', 't.currency'])
    .select('s.price_cents as price')
    .where('s.user_id', '=', userId);

export type StoredOwnSubscription = InferResult<ReturnType<typeof subscriptionsOf>>[number];

export const findSubscriptions = (
  db: Reader,
  userId: UserId,
  slice: Slice,
): Promise<StoredOwnSubscription[]> => selectSlice(subscriptionsOf(db, userId), slice, 's.id').execute();

export const findAllSubscriptionsOf = (db: Reader, userId: UserId): Promise<StoredOwnSubscription[]> =>
  subscriptionsOf(db, userId).orderBy('s.id', 'desc').execute();

/**
 * Ends the periods and trials that are over: free subscriptions continue, the others wait for a payment
 * and are canceled when it stays out.
 */
export async function advanceSubscriptions(tx: Writer, now: Date): Promise<void> {
  await sql`
    update tier_subscriptions as s
    set current_period_start = s.current_period_end,
      current_period_end = s.current_period_end
        + case s.billing_cycle when 'yearly' then interval '1 year' else interval '1 month' end
    where s.price_cents = 0 and s.status = 'active' and s.current_period_end <= ${now}`.execute(tx);
  await sql`
    update tier_subscriptions as s
    set status = 'past_due'
    where s.price_cents > 0 and s.status in ('active', 'trialing') and s.current_period_end <= ${now}`.execute(
    tx,
  );
  await tx
    .updateTable('tier_subscriptions')
    .set({ status: 'canceled' })
    .where('status', '=', 'past_due')
    .where(sql<boolean>`current_period_end <= ${now}::timestamptz - make_interval(days => ${PAST_DUE_DAYS})`)
    .execute();
}

/** Before an account is deleted: cancels its subscriptions and those to its tiers, and deletes unused tiers. */
export async function closeOf(tx: Writer, userId: UserId): Promise<void> {
  const tiers = tx.selectFrom('subscription_tiers').select('id').where('creator_id', '=', userId);
  await tx
    .updateTable('tier_subscriptions')
    .set({ status: 'canceled' })
    .where((where) => where.or([where('user_id', '=', userId), where('tier_id', 'in', tiers)]))
    .execute();
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
