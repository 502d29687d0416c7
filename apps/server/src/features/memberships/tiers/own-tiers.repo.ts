/** Writes tiers for their creators. The channel must be locked. */
import type { TierEdit } from '@tributary/contracts/memberships';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/database.ts';

const columnsOf = (edit: TierEdit) => ({
  name: edit.name,
  description: edit.description,
  price_monthly: edit.priceMonthly || null,
  price_yearly: edit.priceYearly || null,
  trial_days: edit.trialDays,
  benefits: JSON.stringify(edit.benefits),
});

const lastPosition = (creatorId: UserId) =>
  sql<number>`(select coalesce(max(position), 0) + 1 from subscription_tiers where creator_id = ${creatorId})`;

export async function insertTier(tx: Writer, id: string, creatorId: UserId, edit: TierEdit): Promise<void> {
  await tx
    .insertInto('subscription_tiers')
    .values({ id, creator_id: creatorId, position: lastPosition(creatorId), ...columnsOf(edit) })
    .execute();
}

export async function updateTier(tx: Writer, id: string, edit: TierEdit): Promise<void> {
  await tx.updateTable('subscription_tiers').set(columnsOf(edit)).where('id', '=', id).execute();
}

export async function archive(tx: Writer, id: string): Promise<void> {
  await tx.updateTable('subscription_tiers').set({ is_active: false }).where('id', '=', id).execute();
}

/** Offers an archived tier again, as the last one. */
export async function restore(tx: Writer, creatorId: UserId, id: string): Promise<void> {
  await tx
    .updateTable('subscription_tiers')
    .set({ is_active: true, position: lastPosition(creatorId) })
    .where('id', '=', id)
    .execute();
}

export async function setOrder(tx: Writer, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries())
    await tx.updateTable('subscription_tiers').set({ position }).where('id', '=', id).execute();
}
