/** Rows of subscriptions as their holders write them. */
import type { SubscriptionStatus, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface OfferedTier {
  readonly id: string;
  readonly name: string;
  readonly creatorId: UserId;
  readonly priceMonthly: number | null;
}

/** A tier that is offered by a channel that the public can see. Locked until `tx` ends, so that it stays offered. */
export const lockOfferedTier = (tx: Writer, id: string): Promise<OfferedTier | undefined> =>
  tx
    .selectFrom('subscription_tiers as t')
    .innerJoin('profiles as p', 'p.id', 't.creator_id')
    .select(['t.id', 't.name', 't.price_monthly as priceMonthly', 'p.id as creatorId'])
    .where('t.id', '=', id)
    .where('t.is_active', '=', true)
    .where(sql<boolean>`is_public(p)`)
    .forShare('t')
    .executeTakeFirst();

/** The one that is not canceled. */
export const findOpen = (db: Reader, userId: UserId, tierId: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('tier_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('tier_id', '=', tierId)
    .where('status', '<>', 'canceled')
    .executeTakeFirst();

interface NewSubscription {
  readonly id: string;
  readonly tierId: string;
  readonly userId: UserId;
  readonly at: Date;
}

/** @returns whether the person had no open subscription to the tier */
export async function insertFree(tx: Writer, { id, tierId, userId, at }: NewSubscription): Promise<boolean> {
  const inserted = await tx
    .insertInto('tier_subscriptions')
    .values({
      ...{ id, tier_id: tierId, user_id: userId, status: 'active', billing_cycle: 'monthly', price_cents: 0 },
      current_period_start: at,
      current_period_end: sql`${at}::timestamptz + interval '1 month'`,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'tier_id']).where('status', '<>', 'canceled').doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const lockOwn = (
  tx: Writer,
  userId: UserId,
  id: string,
): Promise<{ status: SubscriptionStatus; priceCents: number } | undefined> =>
  tx
    .selectFrom('tier_subscriptions')
    .select(['status', 'price_cents as priceCents'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

export async function cancel(tx: Writer, id: string): Promise<void> {
  await tx.updateTable('tier_subscriptions').set({ status: 'canceled' }).where('id', '=', id).execute();
}
