import type { PayoutStatus, UserId } from '@tributary/contracts';
import { type InferResult, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type Slice, selectSlice } from '../pages.repo.ts';

const payouts = (db: Reader) =>
  db
    .selectFrom('payouts')
    .select([
      'id',
      'streamer_id as streamerId',
      'amount',
      'currency',
      'status',
      'period_start as periodStart',
      'period_end as periodEnd',
      'due_date as dueDate',
    ]);

export type StoredPayout = InferResult<ReturnType<typeof payouts>>[number];

/** @param streamerId null: the whole instance */
export function findPayouts(
  db: Reader,
  streamerId: UserId | null,
  status: PayoutStatus | undefined,
  slice: Slice,
): Promise<StoredPayout[]> {
  let query = selectSlice(payouts(db), slice);
  if (streamerId !== null) query = query.where('streamer_id', '=', streamerId);
  if (status) query = query.where('status', '=', status);
  return query.execute();
}

export const findAllPayoutsOf = (db: Reader, id: UserId): Promise<StoredPayout[]> =>
  payouts(db).where('streamer_id', '=', id).orderBy('due_date', 'desc').execute();

/** The sum of a streamer's payouts that have not failed, pending ones included. */
export async function sumPaidOut(db: Reader, id: UserId): Promise<number> {
  const { paid } = await db
    .selectFrom('payouts')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('paid'))
    .where('streamer_id', '=', id)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return paid;
}

/** Fails the payouts whose due date has passed without a payment; their amounts are unpaid again. */
export async function failOverdue(tx: Writer, now: Date): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ status: 'failed' })
    .where('status', '=', 'pending')
    .where('due_date', '<=', now)
    .execute();
}

/** Before a streamer's account is deleted: fails pending payouts, since their recipient is being deleted. */
export async function closeOf(tx: Writer, id: UserId): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ status: 'failed' })
    .where('streamer_id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}
