import type { DonationStatus } from '@tributary/contracts/donations';
import type { UserId } from '@tributary/contracts/shared';
import type { InferResult } from 'kysely';

import { clearDonationText, type Slice, selectSlice } from '#features/payments/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

const donations = (db: Reader) =>
  db
    .selectFrom('donations')
    .select([
      'id',
      'recipient_id as recipientId',
      'donor_id as donorId',
      'amount',
      'refunded_amount as refundedAmount',
      'platform_fee as platformFee',
      'net_amount as netAmount',
      'currency',
      'payment_provider as paymentProvider',
      'status',
      'message',
      'is_anonymous as isAnonymous',
      'is_message_hidden as isMessageHidden',
      'guest_name as guestName',
      'charge_id as chargeId',
      'created_at as createdAt',
    ]);

export type StoredDonation = InferResult<ReturnType<typeof donations>>[number];

interface Received {
  readonly status: DonationStatus | undefined;
  /** The first id, inclusive. */
  readonly from: string | undefined;
  /** The last id, exclusive. */
  readonly to: string | undefined;
}

/** @param recipientId null lists the whole instance */
export function findReceived(
  db: Reader,
  recipientId: UserId | null,
  { status, from, to }: Received,
  slice: Slice,
): Promise<StoredDonation[]> {
  let query = selectSlice(donations(db), slice);
  if (recipientId !== null) query = query.where('recipient_id', '=', recipientId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (from !== undefined) query = query.where('id', '>=', from);
  if (to !== undefined) query = query.where('id', '<', to);
  return query.execute();
}

export const findOneReceived = (db: Reader, recipientId: UserId, id: string) =>
  donations(db).where('id', '=', id).where('recipient_id', '=', recipientId).executeTakeFirst();

export async function setMessageHidden(tx: Writer, id: string, isHidden: boolean): Promise<void> {
  await tx.updateTable('donations').set({ is_message_hidden: isHidden }).where('id', '=', id).execute();
}

/**
 * Removes the message and the guest's name of a donation, also from its checkout.
 * @returns the recipient's channel; null if there is no such donation or channel
 */
export async function clearMessage(tx: Writer, id: string): Promise<UserId | null> {
  const paid = await tx
    .selectFrom('donations as d')
    .innerJoin('charges as c', 'c.id', 'd.charge_id')
    .select('c.checkout_id as checkoutId')
    .where('d.id', '=', id)
    .executeTakeFirst();
  // Locks the checkout first, in the order of settlement.
  if (paid?.checkoutId) await clearDonationText(tx, paid.checkoutId);
  const row = await tx
    .updateTable('donations')
    .set({ message: '', guest_name: null })
    .where('id', '=', id)
    .returning('recipient_id')
    .executeTakeFirst();
  return row?.recipient_id ?? null;
}

/** All donations that a person received and sent. */
export const findAllOf = (db: Reader, id: UserId): Promise<StoredDonation[]> =>
  donations(db)
    .where((where) => where.or([where('recipient_id', '=', id), where('donor_id', '=', id)]))
    .orderBy('id', 'desc')
    .execute();

/** Clears the messages that a person sent (anonymous ones included) and received, with the names of guests. */
export async function clearMessages(tx: Writer, id: UserId): Promise<void> {
  await tx
    .updateTable('donations')
    .set({ message: '', guest_name: null })
    .where((where) =>
      where.or([
        where('recipient_id', '=', id),
        where('donor_id', '=', id),
        where('charge_id', 'in', where.selectFrom('charges').select('id').where('payer_id', '=', id)),
      ]),
    )
    .execute();
}
