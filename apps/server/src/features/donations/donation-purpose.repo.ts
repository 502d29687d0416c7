/** Finds recipients of donations, and writes the rows of paid donations. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { ProviderName } from '#features/payments/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface Recipient {
  readonly id: UserId;
  readonly username: string;
  readonly displayName: string;
}

const recipients = (db: Reader) =>
  db
    .selectFrom('streamer_data as s')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .where(sql<boolean>`is_public(p)`)
    .select(['p.id', 'p.username', 'p.display_name as displayName']);

export const findRecipient = (db: Reader, id: UserId): Promise<Recipient | undefined> =>
  recipients(db).where('p.id', '=', id).executeTakeFirst();

/** Leaves out streams that an admin has hidden. */
export const findRecipientOfStream = (db: Reader, streamId: StreamId): Promise<Recipient | undefined> =>
  recipients(db)
    .innerJoin('streams as st', 'st.streamer_id', 's.user_id')
    .where('st.id', '=', streamId)
    .where('st.hidden_at', 'is', null)
    .executeTakeFirst();

export const findDonorName = async (db: Reader, id: UserId): Promise<string | null> =>
  (await db.selectFrom('profiles').select('display_name as name').where('id', '=', id).executeTakeFirst())
    ?.name ?? null;

export interface NewDonation {
  readonly id: string;
  readonly chargeId: string;
  readonly recipientId: UserId;
  readonly donorId: UserId | null;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly currency: string;
  readonly provider: ProviderName;
  readonly message: string;
  readonly isAnonymous: boolean;
  readonly guestName: string | null;
  readonly at: Date;
}

export async function insertDonation(tx: Writer, donation: NewDonation): Promise<void> {
  await tx
    .insertInto('donations')
    .values({
      id: donation.id,
      charge_id: donation.chargeId,
      recipient_id: donation.recipientId,
      donor_id: donation.donorId,
      amount: donation.amountCents,
      platform_fee: donation.feeCents,
      net_amount: donation.amountCents - donation.feeCents,
      currency: donation.currency,
      payment_provider: donation.provider,
      status: 'completed',
      message: donation.message,
      is_anonymous: donation.isAnonymous,
      guest_name: donation.guestName,
      created_at: donation.at,
    })
    .execute();
}

/** Sets the state of a donation to that of its charge. */
export async function updateFromCharge(tx: Writer, chargeId: string): Promise<void> {
  await sql`
    update donations d set
      status = case
        when c.status in ('captured', 'partially_refunded') then 'completed'
        when c.status in ('disputed', 'lost') then 'disputed'
        else 'refunded' end,
      refunded_amount = case when c.reversed_at is null then c.refunded_cents else c.gross_cents end
    from charges c where c.id = d.charge_id and d.charge_id = ${chargeId}`.execute(tx);
}
