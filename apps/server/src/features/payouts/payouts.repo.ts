import type { PayoutStatus } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import type { InferResult } from 'kysely';
import { type ProviderName, type Slice, selectSlice } from '#features/payments/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

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
      'provider as sender',
      'waits_until as waitsUntil',
      'sent_at as sentAt',
      'reference',
      'failure_reason as failureReason',
      'settled_at as settledAt',
    ]);

export type StoredPayout = InferResult<ReturnType<typeof payouts>>[number];

/** @param streamerId null lists the whole instance */
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

export const findPayout = async (db: Reader, id: string): Promise<StoredPayout | null> =>
  (await payouts(db).where('id', '=', id).executeTakeFirst()) ?? null;

export const findAllPayoutsOf = (db: Reader, id: UserId): Promise<StoredPayout[]> =>
  payouts(db).where('streamer_id', '=', id).orderBy('due_date', 'desc').execute();

/** Whether the creator was paid out before. */
export const wasPaidOut = async (db: Reader, streamerId: UserId): Promise<boolean> =>
  (await db
    .selectFrom('payouts')
    .select('id')
    .where('streamer_id', '=', streamerId)
    .where((where) => where.or([where('sent_at', 'is not', null), where('status', '=', 'completed')]))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The state of a payout that requests and settlements change. */
export interface PayoutState {
  readonly id: string;
  readonly streamerId: UserId | null;
  readonly amountCents: number;
  readonly currency: string;
  readonly status: PayoutStatus;
  readonly provider: ProviderName | null;
  /** The account that the provider sends it to; null: an admin sends it. */
  readonly account: string | null;
  /** The first payout of a channel is not sent before this time; null: the payout does not wait. */
  readonly waitsUntil: Date | null;
  readonly sentAt: Date | null;
  readonly reference: string | null;
}

const STATE = [
  'id',
  'streamer_id as streamerId',
  'amount as amountCents',
  'currency',
  'status',
  'provider',
  'account',
  'waits_until as waitsUntil',
  'sent_at as sentAt',
  'reference',
] as const;

/** Locks a payout until the end of the transaction. */
export const lockPayout = async (tx: Writer, id: string): Promise<PayoutState | null> =>
  (await tx.selectFrom('payouts').select(STATE).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ??
  null;

export const insertPayout = (
  tx: Writer,
  payout: Omit<PayoutState, 'sentAt' | 'reference'> & {
    periodStart: Date;
    periodEnd: Date;
    dueAt: Date;
    at: Date;
  },
): Promise<unknown> =>
  tx
    .insertInto('payouts')
    .values({
      id: payout.id,
      streamer_id: payout.streamerId,
      amount: payout.amountCents,
      currency: payout.currency,
      status: payout.status,
      provider: payout.provider,
      account: payout.account,
      waits_until: payout.waitsUntil,
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
    readonly provider: ProviderName | null;
    /** Null keeps the known reference. */
    readonly reference: string | null;
    readonly reason: string | null;
    readonly at: Date;
  },
): Promise<unknown> =>
  tx
    .updateTable('payouts')
    .set((row) => ({
      status: change.status,
      provider: change.provider,
      reference: row.fn.coalesce(row.val(change.reference), 'reference'),
      failure_reason: change.reason,
      settled_at: change.at,
    }))
    .where('id', '=', id)
    .execute();

export const setReference = (tx: Writer, id: string, reference: string): Promise<unknown> =>
  tx.updateTable('payouts').set({ reference }).where('id', '=', id).execute();

/** Whether the ledger has completed the payout before, such as a transfer that the bank then returned. */
export const wasCompleted = async (tx: Writer, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('idempotency_key', '=', `payout:${id}:completed`)
    .executeTakeFirst()) !== undefined;

/** The unsent payouts of a creator, which can still return to the balance. */
export const findUnsentOf = async (db: Reader, streamerId: UserId): Promise<string[]> =>
  (
    await db
      .selectFrom('payouts')
      .select('id')
      .where('streamer_id', '=', streamerId)
      .where('status', '=', 'pending')
      .where('sent_at', 'is', null)
      .execute()
  ).map(({ id }) => id);
