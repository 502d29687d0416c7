/** Subscriptions that somebody else paid for. */
import type { UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

/** An account that the public can see. */
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

/** The recipient is locked and has no open subscription to the tier. */
export async function insertGift(tx: Writer, gift: NewGift): Promise<void> {
  const { id, tierId, userId, giverId, months, at } = gift;
  await tx
    .insertInto('tier_subscriptions')
    .values({
      ...{ id, tier_id: tierId, user_id: userId, giver_id: giverId, is_gift: true, created_at: at },
      ...{ status: 'active', billing_cycle: 'monthly', price_cents: 0, cancel_at_period_end: true },
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

export async function setGiftStatus(tx: Writer, id: string, status: 'active' | 'canceled'): Promise<void> {
  await tx.updateTable('tier_subscriptions').set({ status }).where('id', '=', id).execute();
}
