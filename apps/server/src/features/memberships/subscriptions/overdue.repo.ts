/** Billed subscriptions whose payment is overdue. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { ProviderName } from '#features/payments/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Billed } from './subscriptions.repo.ts';

/** The number of rows in one run; the next run takes the others. */
const BATCH = 500;

export interface PastDue {
  readonly userId: UserId;
  readonly tierName: string;
  readonly creatorName: string;
  readonly priceCents: number;
  readonly currency: string;
  readonly since: Date;
}

/** The contents of the mail about a subscription that is still past due. */
export async function findPastDue(db: Reader, id: string): Promise<PastDue | null> {
  const row = await db
    .selectFrom('tier_subscriptions as s')
    .innerJoin('subscription_tiers as t', 't.id', 's.tier_id')
    .innerJoin('profiles as p', 'p.id', 't.creator_id')
    .select(['s.user_id as userId', 't.name as tierName', 'p.display_name as creatorName'])
    .select(['s.price_cents as priceCents', 't.currency', 's.past_due_since as since'])
    .where('s.id', '=', id)
    .where('s.status', '=', 'past_due')
    .executeTakeFirst();
  return row?.userId && row.since ? { ...row, userId: row.userId, since: row.since } : null;
}

/**
 * Marks subscriptions as reminded that have been past due since `before` and were not reminded yet.
 * @returns their ids
 */
export const claimReminders = (tx: Writer, before: Date): Promise<{ id: string }[]> =>
  tx
    .updateTable('tier_subscriptions')
    .set({ past_due_reminded: true })
    .where('status', '=', 'past_due')
    .where('past_due_since', '<=', before)
    .where('past_due_reminded', '=', false)
    .where('provider', 'is not', null)
    .returning('id')
    .execute();

const billed = (db: Reader) =>
  db
    .selectFrom('tier_subscriptions as s')
    .where('s.status', '<>', 'canceled')
    .select(sql<ProviderName>`s.provider`.as('provider'))
    .select(sql<string>`s.provider_subscription_id`.as('subscriptionId'))
    .where('s.provider', 'is not', null)
    .limit(BATCH);

/** Subscriptions that have been past due since `before` or longer. */
export const findUnpaid = (db: Reader, before: Date): Promise<Billed[]> =>
  billed(db).where('s.status', '=', 'past_due').where('s.past_due_since', '<=', before).execute();

export interface Overdue extends Billed {
  readonly id: string;
  readonly cancelAtPeriodEnd: boolean;
  readonly checkoutReference: string;
}

/** Subscriptions whose period ended before this time, and whose state the provider last reported before it, too. */
export const findWithoutNews = (db: Reader, before: Date): Promise<Overdue[]> =>
  billed(db)
    .innerJoin('checkouts as c', 'c.id', 's.id')
    .select(['s.id', 's.cancel_at_period_end as cancelAtPeriodEnd'])
    .select(sql<string>`c.provider_reference`.as('checkoutReference'))
    .where('c.provider_reference', 'is not', null)
    .where('s.current_period_end', '<=', before)
    .where('c.subscription_as_of', '<=', before)
    .orderBy('c.subscription_as_of')
    .execute();

/** Marks a subscription as past due if its period ended before this time. */
export async function markPastDue(tx: Writer, id: string, before: Date): Promise<void> {
  await tx
    .updateTable('tier_subscriptions')
    .set((row) => ({ status: 'past_due', past_due_since: row.ref('current_period_end') }))
    .where('id', '=', id)
    .where('status', 'in', ['active', 'trialing'])
    .where('current_period_end', '<=', before)
    .execute();
}
