/** Writes subscriptions for their holders and providers. */
import { PAST_DUE_DAYS, type SubscriptionStatus } from '@tributary/contracts/memberships';
import type { BillingCycle } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ProviderFact, ProviderName } from '#features/payments/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

/** A change that was requested at the provider, which has not reported it yet. */
const pendingChange = z.object({
  id: z.uuid(),
  tierId: z.uuid(),
  cycle: z.enum(['monthly', 'yearly']),
  amountCents: z.int().positive(),
});
export type PendingChange = z.infer<typeof pendingChange>;

export interface LockedSubscription {
  readonly id: string;
  readonly tierId: string;
  readonly creatorId: UserId | null;
  readonly billingCycle: BillingCycle;
  readonly pendingChange: PendingChange | null;
  readonly status: SubscriptionStatus;
  readonly priceCents: number;
  readonly isGift: boolean;
  readonly cancelAtPeriodEnd: boolean;
  readonly provider: ProviderName | null;
  readonly subscriptionId: string | null;
}

/** Locks the subscription until `tx` ends. */
export async function lockOwn(
  tx: Writer,
  userId: UserId,
  id: string,
): Promise<LockedSubscription | undefined> {
  const row = await tx
    .selectFrom('tier_subscriptions as s')
    .innerJoin('subscription_tiers as t', 't.id', 's.tier_id')
    .select(['s.id', 's.status', 's.price_cents as priceCents', 's.is_gift as isGift', 's.provider'])
    .select(['s.cancel_at_period_end as cancelAtPeriodEnd', 's.provider_subscription_id as subscriptionId'])
    .select(['s.tier_id as tierId', 't.creator_id as creatorId', 's.billing_cycle as billingCycle'])
    .select('s.pending_change as pendingChange')
    .where('s.id', '=', id)
    .where('s.user_id', '=', userId)
    .forUpdate('s')
    .executeTakeFirst();
  return row && { ...row, pendingChange: pendingChange.nullable().parse(row.pendingChange) };
}

export async function setPendingChange(tx: Writer, id: string, change: PendingChange | null): Promise<void> {
  await tx
    .updateTable('tier_subscriptions')
    .set({ pending_change: change && JSON.stringify(change) })
    .where('id', '=', id)
    .execute();
}

/** Changes the tier to one of the same price, which the provider does not need to know. */
export async function setTier(tx: Writer, id: string, tierId: string): Promise<void> {
  await tx
    .updateTable('tier_subscriptions')
    .set({ tier_id: tierId, pending_change: null })
    .where('id', '=', id)
    .execute();
}

const CANCELED = { status: 'canceled', past_due_since: null, pending_change: null } as const;

export async function cancel(tx: Writer, id: string): Promise<void> {
  await tx.updateTable('tier_subscriptions').set(CANCELED).where('id', '=', id).execute();
}

export async function setCancelAtPeriodEnd(tx: Writer, id: string, isSet: boolean): Promise<void> {
  await tx
    .updateTable('tier_subscriptions')
    .set({ cancel_at_period_end: isSet })
    .where('id', '=', id)
    .execute();
}

/** @returns false if there is no such gift to this person */
export async function setHidden(tx: Writer, userId: UserId, id: string, isHidden: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tier_subscriptions')
    .set({ is_hidden: isHidden })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('is_gift', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A subscription at a provider. */
export interface Billed {
  readonly provider: ProviderName;
  readonly subscriptionId: string;
}

/** Cancels all subscriptions of a person and those to the person's tiers. @returns the ones to end at a provider */
export async function cancelAllOf(tx: Writer, userId: UserId): Promise<Billed[]> {
  const tiers = tx.selectFrom('subscription_tiers').select('id').where('creator_id', '=', userId);
  const rows = await tx
    .updateTable('tier_subscriptions')
    .set(CANCELED)
    .where('status', '<>', 'canceled')
    .where((where) => where.or([where('user_id', '=', userId), where('tier_id', 'in', tiers)]))
    .returning(['provider', 'provider_subscription_id as subscriptionId'])
    .execute();
  return rows.flatMap(({ provider, subscriptionId }) =>
    provider && subscriptionId ? { provider, subscriptionId } : [],
  );
}

export async function findState(
  db: Reader,
  id: string,
): Promise<{ status: SubscriptionStatus; pendingChange: PendingChange | null } | undefined> {
  const row = await db
    .selectFrom('tier_subscriptions')
    .select(['status', 'pending_change'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { status: row.status, pendingChange: pendingChange.nullable().parse(row.pending_change) };
}

/** The agreed price, cycle and pending change, in addition to the terms of the checkout. */
export async function findAgreed(
  db: Reader,
  id: string,
): Promise<
  | { subscriptionId: string | null; cycle: BillingCycle; amountCents: number; change: PendingChange | null }
  | undefined
> {
  const row = await db
    .selectFrom('tier_subscriptions')
    .select(['provider_subscription_id as subscriptionId', 'billing_cycle as cycle'])
    .select(['price_cents as amountCents', 'pending_change as change'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, change: pendingChange.nullable().parse(row.change) };
}

export async function findNames(
  db: Reader,
  userId: UserId,
  tierId: string,
): Promise<{ name: string; tierName: string }> {
  const row = await db
    .selectFrom('subscription_tiers as t')
    .select('t.name as tierName')
    .select(({ selectFrom }) =>
      selectFrom('profiles').select('display_name').where('id', '=', userId).as('name'),
    )
    .where('t.id', '=', tierId)
    .executeTakeFirst();
  return { name: row?.name ?? 'A deleted account', tierName: row?.tierName ?? '' };
}

interface ReportedBy {
  readonly id: string;
  readonly tierId: string;
  readonly userId: UserId;
  readonly provider: ProviderName;
}

/** Saves the state that a provider reports, and inserts the subscription if it is new. */
export async function saveReported(
  tx: Writer,
  { id, tierId, userId, provider }: ReportedBy,
  fact: Extract<ProviderFact, { kind: 'subscription' }>,
  at: Date,
): Promise<void> {
  const state = {
    status: fact.status,
    billing_cycle: fact.cycle,
    price_cents: fact.amountCents,
    credit_cents: fact.creditCents,
    current_period_start: fact.periodStart,
    current_period_end: fact.periodEnd,
    trial_end: fact.trialEnd,
    cancel_at_period_end: fact.cancelAtPeriodEnd,
  };
  const isPastDue = fact.status === 'past_due';
  await tx
    .insertInto('tier_subscriptions')
    .values({
      id,
      tier_id: tierId,
      user_id: userId,
      provider,
      provider_subscription_id: fact.subscriptionId,
      ...state,
      past_due_since: isPastDue ? at : null,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...state,
        past_due_since: isPastDue ? sql`coalesce(tier_subscriptions.past_due_since, ${at})` : null,
        ...(!isPastDue && { past_due_reminded: false }),
      }),
    )
    .execute();
}

/**
 * Ends the periods of subscriptions that no provider renews: free ones continue, gifts and canceled ones end, and the
 * others wait for a payment and are canceled if it does not come.
 */
export async function advance(tx: Writer, now: Date): Promise<void> {
  const due = sql`provider is null and current_period_end <= ${now}`;
  await sql`
    update tier_subscriptions set status = 'canceled'
    where ${due} and status in ('active', 'trialing') and cancel_at_period_end`.execute(tx);
  await sql`
    update tier_subscriptions
    set current_period_start = current_period_end, current_period_end = current_period_end + interval '1 month'
    where ${due} and status = 'active' and price_cents = 0`.execute(tx);
  await sql`
    update tier_subscriptions set status = 'past_due', past_due_since = current_period_end
    where ${due} and status in ('active', 'trialing') and price_cents > 0`.execute(tx);
  await sql`
    update tier_subscriptions set status = 'canceled', past_due_since = null
    where provider is null and status = 'past_due'
      and current_period_end <= ${now}::timestamptz - make_interval(days => ${PAST_DUE_DAYS})`.execute(tx);
}
