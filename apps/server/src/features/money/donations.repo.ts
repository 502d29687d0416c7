/** The only place that touches donations. */
import type { DonationStatus, PaymentProvider, UserId } from '@tributary/contracts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { LIMIT } from './paging.ts';

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

/** Newest first. @param cursor the last id of the page before */
const donations = (db: Reader, cursor: string | undefined) =>
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
    ])
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(LIMIT);

export const findReceived = (db: Reader, id: UserId, cursor?: string): Promise<StoredDonation[]> =>
  donations(db, cursor).where('recipient_id', '=', id).execute();

export const findGiven = (db: Reader, id: UserId, cursor?: string): Promise<StoredDonation[]> =>
  donations(db, cursor).where('donor_id', '=', id).execute();

export const findDonations = (
  db: Reader,
  filter: { status?: DonationStatus | undefined; cursor?: string | undefined },
): Promise<StoredDonation[]> => {
  const query = donations(db, filter.cursor);
  return (filter.status ? query.where('status', '=', filter.status) : query).execute();
};

/** All that somebody received and gave, for the export of their data. */
export const findAllOf = (db: Reader, id: UserId): Promise<StoredDonation[]> =>
  donations(db, undefined)
    .clearLimit()
    .where((where) => where.or([where('recipient_id', '=', id), where('donor_id', '=', id)]))
    .execute();

/** What somebody wrote, and what was written to them, goes with them. */
export async function clearMessages(tx: Writer, id: UserId): Promise<void> {
  await tx
    .updateTable('donations')
    .set({ message: '' })
    .where((where) => where.or([where('recipient_id', '=', id), where('donor_id', '=', id)]))
    .execute();
}
