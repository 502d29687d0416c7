import type { PayoutStatus, UserId } from '@tributary/contracts';
import type { InferResult } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Clearing } from '../ledger/posting.ts';
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

/** A payout while it is requested and settled. */
export interface PayoutState {
  readonly id: string;
  readonly streamerId: UserId | null;
  readonly amountCents: number;
  readonly currency: string;
  readonly status: PayoutStatus;
  readonly provider: Clearing | null;
}

/** Locks a payout until the end of the transaction. */
export const lockPayout = async (tx: Writer, id: string): Promise<PayoutState | null> =>
  (await tx
    .selectFrom('payouts')
    .select(['id', 'streamer_id as streamerId', 'amount as amountCents', 'currency', 'status', 'provider'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null;

export const insertPayout = (
  tx: Writer,
  payout: PayoutState & { periodStart: Date; periodEnd: Date; dueAt: Date; at: Date },
): Promise<unknown> =>
  tx
    .insertInto('payouts')
    .values({
      id: payout.id,
      streamer_id: payout.streamerId,
      amount: payout.amountCents,
      currency: payout.currency,
      status: payout.status,
      period_start: payout.periodStart,
      period_end: payout.periodEnd,
      due_date: payout.dueAt,
      created_at: payout.at,
    })
    .execute();

export const updatePayout = (
  tx: Writer,
  id: string,
  change: {
    readonly status: PayoutStatus;
    readonly provider: Clearing | null;
    readonly reference: string | null;
    readonly reason: string | null;
    readonly at: Date;
  },
): Promise<unknown> =>
  tx
    .updateTable('payouts')
    .set({
      status: change.status,
      provider: change.provider,
      reference: change.reference,
      failure_reason: change.reason,
      settled_at: change.at,
    })
    .where('id', '=', id)
    .execute();

/** Pending payouts whose due date has passed without a payment. */
export const findOverdue = async (db: Reader, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('payouts')
      .select('id')
      .where('status', '=', 'pending')
      .where('due_date', '<=', now)
      .execute()
  ).map(({ id }) => id);

export const findPendingOf = async (db: Reader, streamerId: UserId): Promise<string[]> =>
  (
    await db
      .selectFrom('payouts')
      .select('id')
      .where('streamer_id', '=', streamerId)
      .where('status', '=', 'pending')
      .execute()
  ).map(({ id }) => id);
