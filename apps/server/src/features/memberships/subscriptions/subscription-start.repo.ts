/** Reads what a new subscription depends on, and starts free ones. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface OfferedTier {
  readonly id: string;
  readonly name: string;
  readonly creatorId: UserId;
  readonly priceMonthly: number | null;
  readonly priceYearly: number | null;
  readonly trialDays: number;
}

/** A tier that a public channel offers. Locks it until `tx` ends, so that it stays offered. */
export const lockOfferedTier = (tx: Writer, id: string): Promise<OfferedTier | undefined> =>
  tx
    .selectFrom('subscription_tiers as t')
    .innerJoin('profiles as p', 'p.id', 't.creator_id')
    .select(['t.id', 't.name', 't.price_monthly as priceMonthly', 't.price_yearly as priceYearly'])
    .select(['t.trial_days as trialDays', 'p.id as creatorId'])
    .where('t.id', '=', id)
    .where('t.is_active', '=', true)
    .where(sql<boolean>`is_public(p)`)
    .forShare('t')
    .executeTakeFirst();

/** Serializes the checkouts and subscriptions of a person. @returns false if there is no such person */
export async function lockPerson(tx: Writer, id: UserId): Promise<boolean> {
  const found = await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** The subscription that is not canceled. */
export const findOpen = (db: Reader, userId: UserId, tierId: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('tier_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('tier_id', '=', tierId)
    .where('status', '<>', 'canceled')
    .executeTakeFirst();

/** Whether a provider renews a subscription of the person to any tier of the channel. */
export async function isBilledFor(db: Reader, userId: UserId, creatorId: UserId): Promise<boolean> {
  const found = await db
    .selectFrom('tier_subscriptions as s')
    .innerJoin('subscription_tiers as t', 't.id', 's.tier_id')
    .select('s.id')
    .where('s.user_id', '=', userId)
    .where('t.creator_id', '=', creatorId)
    .where('s.provider', 'is not', null)
    .where('s.status', '<>', 'canceled')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The open payment page of a person for a subscription to a channel. */
export const findOpenCheckout = (
  db: Reader,
  payerId: UserId,
  creatorId: UserId,
): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('checkouts')
    .select('id')
    .where('payer_id', '=', payerId)
    .where('creator_id', '=', creatorId)
    .where('purpose', '=', 'subscription')
    .where('status', '=', 'open')
    .limit(1)
    .executeTakeFirst();

/** Whether the person ever had a subscription to the tier that was not a gift. Each tier has one trial per person. */
export async function hadSubscription(db: Reader, userId: UserId, tierId: string): Promise<boolean> {
  const found = await db
    .selectFrom('tier_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('tier_id', '=', tierId)
    .where('is_gift', '=', false)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

interface NewSubscription {
  readonly id: string;
  readonly tierId: string;
  readonly userId: UserId;
  readonly at: Date;
}

/** Starts a free subscription, or restarts the canceled one. The person must be locked and have no open one. */
export async function startFree(tx: Writer, { id, tierId, userId, at }: NewSubscription): Promise<void> {
  const state = {
    status: 'active' as const,
    current_period_start: at,
    current_period_end: sql<Date>`${at}::timestamptz + interval '1 month'`,
  };
  const { numUpdatedRows } = await tx
    .updateTable('tier_subscriptions')
    .set(state)
    .where('user_id', '=', userId)
    .where('tier_id', '=', tierId)
    .where('price_cents', '=', 0)
    .where('is_gift', '=', false)
    .where('provider', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await tx
    .insertInto('tier_subscriptions')
    .values({
      id,
      tier_id: tierId,
      user_id: userId,
      billing_cycle: 'monthly',
      price_cents: 0,
      created_at: at,
      ...state,
    })
    .execute();
}
