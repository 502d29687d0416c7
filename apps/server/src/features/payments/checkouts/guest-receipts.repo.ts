/** Payments whose guests asked for a receipt by mail. */
import type { InferResult } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

const receipts = (db: Reader, checkoutId: string) =>
  db
    .selectFrom('checkouts as o')
    .innerJoin('charges as c', 'c.checkout_id', 'o.id')
    .select([
      'o.description',
      'c.receipt_number as receiptNumber',
      'c.gross_cents as amountCents',
      'c.currency',
      'c.is_test as isTest',
      'c.captured_at as capturedAt',
      'o.receipt_language as language',
    ])
    .select((row) => row.ref('o.receipt_email').$notNull().as('email'))
    .where('o.id', '=', checkoutId)
    .where('o.receipt_email', 'is not', null)
    .orderBy('c.captured_at')
    .limit(1);

export type GuestReceipt = InferResult<ReturnType<typeof receipts>>[number];

/** @returns undefined if no receipt is wanted, or if it was sent */
export const findGuestReceipt = (db: Reader, checkoutId: string): Promise<GuestReceipt | undefined> =>
  receipts(db, checkoutId).executeTakeFirst();

export async function clearReceiptEmail(tx: Writer, checkoutId: string): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ receipt_email: null, receipt_language: null })
    .where('id', '=', checkoutId)
    .execute();
}
