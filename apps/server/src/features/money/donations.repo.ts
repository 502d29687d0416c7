/** The only place that touches donations. */
import type { DonationStatus, PaymentProvider, UserId } from '@tributary/contracts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type Slice, sliced } from './paging.ts';

export interface StoredDonation {
  readonly id: string;
  readonly recipientId: UserId | null;
  readonly donorId: UserId | null;
  readonly amount: number;
  readonly platformFee: number;
  readonly netAmount: number;
  readonly currency: string;
  readonly paymentProvider: PaymentProvider;
  readonly status: DonationStatus;
  readonly message: string;
  readonly isAnonymous: boolean;
  readonly createdAt: Date;
}

const donations = (db: Reader) =>
  db
    .selectFrom('donations')
    .select([
      'id',
      'recipient_id as recipientId',
      'donor_id as donorId',
      'amount',
      'platform_fee as platformFee',
      'net_amount as netAmount',
      'currency',
      'payment_provider as paymentProvider',
      'status',
      'message',
      'is_anonymous as isAnonymous',
      'created_at as createdAt',
    ]);

/** @param recipientId null: everybody's */
export function findReceived(
  db: Reader,
  recipientId: UserId | null,
  status: DonationStatus | undefined,
  slice: Slice,
): Promise<StoredDonation[]> {
  let query = sliced(donations(db), slice);
  if (recipientId !== null) query = query.where('recipient_id', '=', recipientId);
  if (status) query = query.where('status', '=', status);
  return query.execute();
}

export function findGiven(
  db: Reader,
  donorId: UserId,
  status: DonationStatus | undefined,
  slice: Slice,
): Promise<StoredDonation[]> {
  const query = sliced(donations(db), slice).where('donor_id', '=', donorId);
  return (status ? query.where('status', '=', status) : query).execute();
}

/** All that somebody received and gave, for the export of their data. */
export const findAllOf = (db: Reader, id: UserId): Promise<StoredDonation[]> =>
  donations(db)
    .where((where) => where.or([where('recipient_id', '=', id), where('donor_id', '=', id)]))
    .orderBy('id', 'desc')
    .execute();

/** What somebody wrote, and what was written to them, goes with them. */
export async function clearMessages(tx: Writer, id: UserId): Promise<void> {
  await tx
    .updateTable('donations')
    .set({ message: '' })
    .where((where) => where.or([where('recipient_id', '=', id), where('donor_id', '=', id)]))
    .execute();
}
