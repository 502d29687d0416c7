import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface Capture {
  readonly paymentId: string;
  readonly orderId: string;
  readonly amountCents: number;
  readonly capturedAt: Date;
  readonly reversedAt: Date | null;
}

const captures = (db: Reader) =>
  db
    .selectFrom('crypto_captures')
    .select([
      'payment_id as paymentId',
      'order_id as orderId',
      'crypto_captures.amount_cents as amountCents',
      'captured_at as capturedAt',
      'reversed_at as reversedAt',
    ]);

/** Sorted oldest first; all but the last one are reversed. */
export const capturesOf = (db: Reader, orderId: string): Promise<Capture[]> =>
  captures(db).where('order_id', '=', orderId).orderBy('captured_at').orderBy('payment_id').execute();

export async function findCapture(db: Reader, paymentId: string): Promise<Capture | null> {
  return (await captures(db).where('payment_id', '=', paymentId).executeTakeFirst()) ?? null;
}

export const insertCapture = (tx: Writer, capture: Omit<Capture, 'reversedAt'>) =>
  tx
    .insertInto('crypto_captures')
    .values({
      payment_id: capture.paymentId,
      order_id: capture.orderId,
      amount_cents: capture.amountCents,
      captured_at: capture.capturedAt,
    })
    .execute();

export const reverseCapture = (tx: Writer, paymentId: string, at: Date) =>
  tx.updateTable('crypto_captures').set({ reversed_at: at }).where('payment_id', '=', paymentId).execute();

export async function hasCaptureSince(db: Reader, chainId: number, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('crypto_captures')
    .innerJoin('crypto_orders', 'crypto_orders.id', 'order_id')
    .select('payment_id')
    .where('chain_id', '=', chainId)
    .where('captured_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export interface ListedCapture extends Capture {
  readonly currency: string;
  readonly refundedCents: number;
}

/** Captures that are not reversed, from `since` (inclusive) to `until` (exclusive), after `last` in this order. */
export function listCaptures(
  db: Reader,
  chainId: number,
  since: Date,
  until: Date,
  last: string,
  limit: number,
): Promise<ListedCapture[]> {
  return captures(db)
    .innerJoin('crypto_orders', 'crypto_orders.id', 'order_id')
    .select('currency')
    .select(({ selectFrom }) =>
      selectFrom('crypto_refunds')
        .select(sql<number>`coalesce(sum(crypto_refunds.amount_cents), 0)::bigint`.as('refunded'))
        .whereRef('crypto_refunds.payment_id', '=', 'crypto_captures.payment_id')
        .$asScalar()
        .$notNull()
        .as('refundedCents'),
    )
    .where('chain_id', '=', chainId)
    .where('captured_at', '>=', since)
    .where('captured_at', '<', until)
    .where('reversed_at', 'is', null)
    .where('payment_id', '>', last)
    .orderBy('payment_id')
    .limit(limit)
    .execute();
}

export interface StoredRefund {
  readonly transactionHash: string;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly recordedAt: Date;
}

const refunds = (db: Reader) =>
  db
    .selectFrom('crypto_refunds')
    .select([
      'transaction_hash as transactionHash',
      'payment_id as paymentId',
      'amount_cents as amountCents',
      'recorded_at as recordedAt',
    ]);

export const refundsOf = (db: Reader, paymentId: string): Promise<StoredRefund[]> =>
  refunds(db).where('payment_id', '=', paymentId).orderBy('recorded_at').execute();

export async function findRefund(db: Reader, transactionHash: string): Promise<StoredRefund | null> {
  return (await refunds(db).where('transaction_hash', '=', transactionHash).executeTakeFirst()) ?? null;
}

export const insertRefund = (tx: Writer, refund: StoredRefund) =>
  tx
    .insertInto('crypto_refunds')
    .values({
      transaction_hash: refund.transactionHash,
      payment_id: refund.paymentId,
      amount_cents: refund.amountCents,
      recorded_at: refund.recordedAt,
    })
    .execute();
