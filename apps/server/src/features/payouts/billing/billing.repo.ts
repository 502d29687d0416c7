/** Rows of the payments that a person has made. */
import type { PaymentFilter } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import type { InferResult } from 'kysely';
import { type Slice, selectSlice } from '#features/payments/index.ts';
import type { Reader } from '#platform/db/database.ts';

const payments = (db: Reader, payerId: UserId) =>
  db
    .selectFrom('charges as c')
    .leftJoin('checkouts as o', 'o.id', 'c.checkout_id')
    .select([
      'c.id',
      'c.receipt_number as receiptNumber',
      'c.purpose',
      'o.description',
      'c.creator_id as creatorId',
      'c.gross_cents as amountCents',
      'c.refunded_cents as refundedCents',
      'c.currency',
      'c.status',
      'c.provider',
      'c.is_test as isTest',
      'c.payment_id as paymentId',
      'c.captured_at as capturedAt',
    ])
    .where('c.payer_id', '=', payerId);

export type StoredPayment = InferResult<ReturnType<typeof payments>>[number];

export function findPayments(
  db: Reader,
  payerId: UserId,
  { purpose }: PaymentFilter,
  slice: Slice,
): Promise<StoredPayment[]> {
  const query = selectSlice(payments(db, payerId), slice, 'c.id');
  return (purpose ? query.where('c.purpose', '=', purpose) : query).execute();
}

export const findPayment = async (db: Reader, payerId: UserId, id: string): Promise<StoredPayment | null> =>
  (await payments(db, payerId).where('c.id', '=', id).executeTakeFirst()) ?? null;

export const findRefundsOf = (db: Reader, chargeId: string) =>
  db
    .selectFrom('refunds')
    .select(['requested_at as requestedAt', 'amount_cents as amountCents', 'status', 'reason'])
    .where('charge_id', '=', chargeId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
