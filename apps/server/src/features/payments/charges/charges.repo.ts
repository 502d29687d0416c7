/** Rows of charges. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { ProviderName, Purpose } from '../providers/provider.ts';
import type { Charge, NewCharge } from './charge.ts';

export const COLUMNS = [
  'id',
  'checkout_id as checkoutId',
  'provider',
  'is_test as isTest',
  'payment_id as paymentId',
  'purpose',
  'subject_id as subjectId',
  'payer_id as payerId',
  'is_anonymous as isAnonymous',
  'creator_id as creatorId',
  'gross_cents as grossCents',
  'fee_cents as feeCents',
  'net_cents as netCents',
  'currency',
  'held_by as heldBy',
  'captured_at as capturedAt',
  'available_at as availableAt',
  'released_at as releasedAt',
  'earned_at as earnedAt',
  'refunded_cents as refundedCents',
  'disputed_cents as disputedCents',
  'lost_cents as lostCents',
  'reversed_at as reversedAt',
  'taken_back_cents as takenBackCents',
  'returned_fee_cents as returnedFeeCents',
  'status',
] as const;

const charges = (db: Reader) => db.selectFrom('charges').select(COLUMNS);

export const findCharge = async (db: Reader, id: string): Promise<Charge | null> =>
  (await charges(db).where('id', '=', id).executeTakeFirst()) ?? null;

export const findChargeByPayment = async (
  db: Reader,
  provider: ProviderName,
  paymentId: string,
): Promise<Charge | null> =>
  (await charges(db)
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()) ?? null;

/** All charges that a person paid or received, newest first. */
export const findChargesOf = (db: Reader, id: UserId): Promise<Charge[]> =>
  charges(db)
    .where((where) => where.or([where('payer_id', '=', id), where('creator_id', '=', id)]))
    .orderBy('id', 'desc')
    .execute();

/** Whether a payment was made or started, which fixes the currency. */
export const hasPayments = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('ledger_accounts').select('id').limit(1).executeTakeFirst()) !== undefined ||
  (await db.selectFrom('checkouts').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Charges for one subject, such as the tickets of an event, oldest first. */
export const findChargesFor = (db: Reader, purpose: Purpose, subjectId: string): Promise<Charge[]> =>
  charges(db).where('purpose', '=', purpose).where('subject_id', '=', subjectId).orderBy('id').execute();

/** A checkout has several charges if it started a subscription, or if it was paid twice. */
export const findChargesOfCheckout = (db: Reader, checkoutId: string): Promise<Charge[]> =>
  charges(db).where('checkout_id', '=', checkoutId).orderBy('id').execute();

/** Inserts the charges that are new. @returns those that were inserted */
export async function insertCharges(
  tx: Writer,
  rows: readonly (NewCharge & { releasedAt: Date | null; earnedAt: Date | null })[],
): Promise<Charge[]> {
  return tx
    .insertInto('charges')
    .columns([
      ...(['id', 'checkout_id', 'provider', 'payment_id', 'purpose', 'subject_id', 'payer_id'] as const),
      ...(['creator_id', 'gross_cents', 'fee_cents', 'currency', 'held_by', 'captured_at'] as const),
      ...(['available_at', 'released_at', 'earned_at', 'is_test', 'is_anonymous'] as const),
    ])
    .expression(
      sql`
        select id, "checkoutId", provider, "paymentId", purpose, "subjectId", "payerId", "creatorId", "grossCents",
          "feeCents", currency, "heldBy", "capturedAt", "availableAt", "releasedAt", "earnedAt", "isTest",
          coalesce("isAnonymous", false)
        from jsonb_to_recordset(${JSON.stringify(rows)}) as r (
          id uuid, "checkoutId" uuid, provider text, "paymentId" text, purpose text, "subjectId" uuid, "payerId" uuid,
          "creatorId" uuid, "grossCents" bigint, "feeCents" bigint, currency text, "heldBy" text,
          "capturedAt" timestamptz, "availableAt" timestamptz, "releasedAt" timestamptz, "earnedAt" timestamptz, "isTest" boolean,
          "isAnonymous" boolean)`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .execute();
}

/** Locks a charge until the end of the transaction. */
export const lockCharge = async (tx: Writer, id: string): Promise<Charge | null> =>
  (await charges(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null;

/** Changes of a charge's columns; amounts are added. */
export interface ChargeChange {
  readonly refundedCents?: number;
  readonly disputedCents?: number;
  readonly lostCents?: number;
  readonly reversedAt?: Date;
}

export const updateCharge = (tx: Writer, id: string, change: ChargeChange): Promise<Charge> =>
  tx
    .updateTable('charges')
    .set((row) => ({
      refunded_cents: row('refunded_cents', '+', change.refundedCents ?? 0),
      disputed_cents: row('disputed_cents', '+', change.disputedCents ?? 0),
      lost_cents: row('lost_cents', '+', change.lostCents ?? 0),
      ...(change.reversedAt && { reversed_at: change.reversedAt }),
    }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Locks charges that wait for their release, oldest first; skips those that another transaction changes. */
export const lockDue = (tx: Writer, now: Date, limit: number): Promise<Charge[]> =>
  charges(tx)
    .where('released_at', 'is', null)
    .where(sql<boolean>`(purpose <> 'ticket' or earned_at is not null)`)
    .where('available_at', '<=', now)
    .orderBy('available_at')
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();

/** Locks the charges for tickets to an event that do not count as earned yet. */
export const lockUnearned = (tx: Writer, eventId: string): Promise<Charge[]> =>
  charges(tx)
    .where('purpose', '=', 'ticket')
    .where('subject_id', '=', eventId)
    .where('earned_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Marks charges as earned. @returns them as they are now */
export const markEarned = (tx: Writer, ids: readonly string[], at: Date): Promise<Charge[]> =>
  tx
    .updateTable('charges')
    .set({ earned_at: at })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning(COLUMNS)
    .execute();

export const markReleased = (tx: Writer, ids: readonly string[], at: Date): Promise<unknown> =>
  tx
    .updateTable('charges')
    .set({ released_at: at })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
