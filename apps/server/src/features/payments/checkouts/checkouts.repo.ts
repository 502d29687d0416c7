import type { UserId } from '@tributary/contracts/shared';
import type { Language } from '@tributary/messages/languages';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Schema } from '#platform/db/schema.ts';
import { billing, type Checkout } from './checkout.ts';

type Row = Selectable<Schema['checkouts']>;

const toCheckout = (row: Row): Checkout => ({
  id: row.id,
  purpose: row.purpose,
  subjectId: row.subject_id,
  streamId: row.stream_id,
  creatorId: row.creator_id,
  payerId: row.payer_id,
  amountCents: row.amount_cents,
  feeBasisPoints: row.fee_basis_points,
  currency: row.currency,
  provider: row.provider,
  isTest: row.is_test,
  method: row.method,
  description: row.description,
  subscription: billing.nullable().parse(row.subscription),
  details: row.details,
  statusPath: row.status_path,
  reference: row.provider_reference,
  redirectUrl: row.redirect_url,
  status: row.status,
  reason: row.reason,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  subscriptionAsOf: row.subscription_as_of,
});

const checkouts = (db: Reader) => db.selectFrom('checkouts').selectAll();

export async function findCheckout(db: Reader, id: string): Promise<Checkout | null> {
  const row = await checkouts(db).where('id', '=', id).executeTakeFirst();
  return row ? toCheckout(row) : null;
}

/** Locks a checkout until the transaction ends, which serializes its settlement. */
export async function lockCheckout(tx: Writer, id: string): Promise<Checkout | null> {
  const row = await checkouts(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? toCheckout(row) : null;
}

export async function findByIdempotencyKey(
  db: Reader,
  key: string,
): Promise<(Checkout & { readonly requestHash: string }) | null> {
  const row = await checkouts(db).where('idempotency_key', '=', key).executeTakeFirst();
  return row ? { ...toCheckout(row), requestHash: row.request_hash } : null;
}

export interface NewCheckout
  extends Omit<Checkout, 'reference' | 'redirectUrl' | 'status' | 'reason' | 'subscriptionAsOf'> {
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly receiptEmail: string | null;
  /** The language of the receipt; null without an address. */
  readonly receiptLanguage?: Language | null;
}

/** @returns false if there is one with this idempotency key */
export async function insertCheckout(tx: Writer, checkout: NewCheckout): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('checkouts')
    .values({
      id: checkout.id,
      idempotency_key: checkout.idempotencyKey,
      request_hash: checkout.requestHash,
      purpose: checkout.purpose,
      subject_id: checkout.subjectId,
      stream_id: checkout.streamId,
      creator_id: checkout.creatorId,
      payer_id: checkout.payerId,
      amount_cents: checkout.amountCents,
      fee_basis_points: checkout.feeBasisPoints,
      currency: checkout.currency,
      provider: checkout.provider,
      is_test: checkout.isTest,
      method: checkout.method,
      description: checkout.description,
      subscription: checkout.subscription && JSON.stringify(checkout.subscription),
      details: JSON.stringify(checkout.details),
      status_path: checkout.statusPath,
      receipt_email: checkout.receiptEmail,
      receipt_language: checkout.receiptLanguage ?? null,
      expires_at: checkout.expiresAt,
      read_at: checkout.createdAt,
      created_at: checkout.createdAt,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Sets the payment page of a checkout while it is open.
 * @returns false if the checkout was closed while the provider opened the page, which must not be shown then
 */
export async function setPage(
  tx: Writer,
  id: string,
  { reference, redirectUrl }: { reference: string; redirectUrl: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('checkouts')
    .set({ provider_reference: reference, redirect_url: redirectUrl })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setStatus(
  tx: Writer,
  id: string,
  status: Checkout['status'],
  reason: string | null = null,
): Promise<void> {
  await tx.updateTable('checkouts').set({ status, reason }).where('id', '=', id).execute();
}

/** Whether a payment page is open that takes real money. */
export async function hasOpenReal(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('checkouts')
    .select('id')
    .where('status', '=', 'open')
    .where('is_test', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setSubscriptionAsOf(tx: Writer, id: string, asOf: Date): Promise<void> {
  await tx.updateTable('checkouts').set({ subscription_as_of: asOf }).where('id', '=', id).execute();
}

/** Claims the next reading at the provider. @returns false if another request claimed it after `before` */
export async function claimReading(tx: Writer, id: string, now: Date, before: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('checkouts')
    .set({ read_at: now })
    .where('id', '=', id)
    .where('read_at', '<=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Claims open checkouts that have expired or were last read before `readBefore`, longest unread first. */
export async function claimUnread(
  tx: Writer,
  { now, readBefore, limit }: { now: Date; readBefore: Date; limit: number },
): Promise<Checkout[]> {
  const due = tx
    .selectFrom('checkouts')
    .select('id')
    .where('status', '=', 'open')
    .where('read_at', '<=', readBefore)
    .orderBy('read_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await tx
    .updateTable('checkouts')
    .set({ read_at: now })
    .where('id', 'in', due)
    .returningAll()
    .execute();
  return rows.map(toCheckout);
}

export async function deleteUnpaidBefore(tx: Writer, before: Date, limit: number): Promise<number> {
  const old = tx
    .selectFrom('checkouts')
    .select('id')
    .where('status', 'in', ['failed', 'expired', 'canceled'])
    .where('created_at', '<', before)
    .limit(limit);
  const { numDeletedRows } = await tx.deleteFrom('checkouts').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Clears addresses of receipts that could not be sent. */
export async function clearReceiptEmailsBefore(tx: Writer, before: Date, limit: number): Promise<number> {
  const old = tx
    .selectFrom('checkouts')
    .select('id')
    .where('receipt_email', 'is not', null)
    .where('created_at', '<', before)
    .limit(limit);
  const { numUpdatedRows } = await tx
    .updateTable('checkouts')
    .set({ receipt_email: null, receipt_language: null })
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** All checkouts that a person opened. */
export const findAllOf = (db: Reader, payerId: UserId) =>
  db
    .selectFrom('checkouts')
    .select([
      'id',
      'purpose',
      'description',
      'amount_cents as amountCents',
      'currency',
      'method',
      'status',
      'details',
      'created_at as createdAt',
    ])
    .where('payer_id', '=', payerId)
    .orderBy('id', 'desc')
    .execute();

/**
 * Clears the details of a person's checkouts before the account is deleted, when foreign keys set the payer to null.
 */
export async function clearDetailsOf(tx: Writer, id: UserId): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ details: sql`'{}'::jsonb`, description: '', receipt_email: null, receipt_language: null })
    .where((where) => where.or([where('payer_id', '=', id), where('creator_id', '=', id)]))
    .execute();
}

/** Removes the message that a payer wrote with a donation, and the name that a guest gave. */
export async function clearDonationText(tx: Writer, checkoutId: string): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ details: sql`details - array['message', 'guestName']` })
    .where('id', '=', checkoutId)
    .execute();
}
