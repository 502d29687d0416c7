/** Rows of subscriptions that another person paid for. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

/** Finds the account that receives a gift, if the public can see it. */
export const findRecipient = (db: Reader, username: string): Promise<{ id: UserId } | undefined> =>
  db
    .selectFrom('profiles as p')
    .select('p.id')
    .where('p.username', '=', username)
    .where(sql<boolean>`is_public(p)`)
    .executeTakeFirst();

export interface NewGift {
  readonly id: string;
  readonly tierId: string;
  readonly userId: UserId;
  readonly giverId: UserId | null;
  readonly months: number;
  readonly at: Date;
}

/** The recipient must be locked and have no open subscription to the tier. */
export async function insertGift(tx: Writer, gift: NewGift): Promise<void> {
  const { id, tierId, userId, giverId, months, at } = gift;
  await tx
    .insertInto('tier_subscriptions')
    .values({
      id,
      tier_id: tierId,
      user_id: userId,
      giver_id: giverId,
      is_gift: true,
      created_at: at,
      status: 'active',
      billing_cycle: 'monthly',
      price_cents: 0,
      cancel_at_period_end: true,
      current_period_start: at,
      current_period_end: sql`${at}::timestamptz + make_interval(months => ${months})`,
    })
    .execute();
}

export interface Gift {
  readonly status: string;
  readonly userId: UserId | null;
  readonly tierId: string;
  readonly end: Date;
}

export const findGift = (db: Reader, id: string): Promise<Gift | undefined> =>
  db
    .selectFrom('tier_subscriptions')
    .select(['status', 'user_id as userId', 'tier_id as tierId', 'current_period_end as end'])
    .where('id', '=', id)
    .where('is_gift', '=', true)
    .executeTakeFirst();

/** The newest gift to a person that ended early although a part of its payment was not taken back. */
export const findPaidFor = (
  db: Reader,
  userId: UserId,
  tierId: string,
  at: Date,
): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('tier_subscriptions as s')
    .innerJoin('subscription_tiers as t', 't.id', 's.tier_id')
    .select('s.id')
    .where('s.user_id', '=', userId)
    .where('s.tier_id', '=', tierId)
    .where('s.is_gift', '=', true)
    .where('s.status', '=', 'canceled')
    .where('s.current_period_end', '>', at)
    .where('t.creator_id', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('charges as c')
          .select('c.id')
          .whereRef('c.subject_id', '=', 's.id')
          .whereRef('c.taken_back_cents', '<', 'c.gross_cents'),
      ),
    )
    .orderBy('s.id', 'desc')
    .executeTakeFirst();

export async function setGiftStatus(tx: Writer, id: string, status: 'active' | 'canceled'): Promise<void> {
  await tx.updateTable('tier_subscriptions').set({ status }).where('id', '=', id).execute();
}
