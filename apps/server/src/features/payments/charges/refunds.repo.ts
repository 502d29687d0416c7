/** Rows of refunds and disputes, which are changed while their charge is locked. */
import type { DisputeStatus, RefundStatus } from '@tributary/contracts/payments';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type Slice, selectSlice } from '../pages.repo.ts';
import type { Dispute, Refund } from './charge.ts';

const REFUND = [
  'id',
  'charge_id as chargeId',
  'amount_cents as amountCents',
  'fee_cents as feeCents',
  'reason',
  'requested_by as requestedBy',
  'provider_refund_id as providerRefundId',
  'attempts',
  'last_error as lastError',
  'next_attempt_at as nextAttemptAt',
  'by_creator as byCreator',
  'status',
  'requested_at as requestedAt',
  'settled_at as settledAt',
] as const;

const DISPUTE = [
  'id',
  'charge_id as chargeId',
  'provider_dispute_id as providerDisputeId',
  'amount_cents as amountCents',
  'withheld_cents as withheldCents',
  'settled_by_refunds as settledByRefunds',
  'lost_cents as lostCents',
  'reason',
  'status',
  'evidence_due_at as evidenceDueAt',
  'evidence',
  'evidence_submitted_at as evidenceSubmittedAt',
  'opened_at as openedAt',
  'settled_at as settledAt',
] as const;

export const findRefund = async (db: Reader, id: string): Promise<Refund | null> =>
  (await db.selectFrom('refunds').select(REFUND).where('id', '=', id).executeTakeFirst()) ?? null;

/** Sorted oldest first. */
export const findRefundsOf = (db: Reader, chargeId: string): Promise<Refund[]> =>
  db
    .selectFrom('refunds')
    .select(REFUND)
    .where('charge_id', '=', chargeId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();

/** @param status undefined lists all */
export function findRefunds(db: Reader, status: RefundStatus | undefined, slice: Slice): Promise<Refund[]> {
  const query = selectSlice(db.selectFrom('refunds').select(REFUND), slice);
  return (status ? query.where('status', '=', status) : query).execute();
}

export const findProviderRefund = async (
  db: Reader,
  chargeId: string,
  providerRefundId: string,
): Promise<Refund | null> =>
  (await db
    .selectFrom('refunds')
    .select(REFUND)
    .where('charge_id', '=', chargeId)
    .where('provider_refund_id', '=', providerRefundId)
    .executeTakeFirst()) ?? null;

/** @returns false if a refund with this id exists */
export const insertRefund = async (tx: Writer, refund: Refund): Promise<boolean> =>
  (await tx
    .insertInto('refunds')
    .values({
      id: refund.id,
      charge_id: refund.chargeId,
      amount_cents: refund.amountCents,
      fee_cents: refund.feeCents,
      reason: refund.reason,
      requested_by: refund.requestedBy,
      provider_refund_id: refund.providerRefundId,
      next_attempt_at: refund.nextAttemptAt,
      by_creator: refund.byCreator,
      status: refund.status,
      requested_at: refund.requestedAt,
      settled_at: refund.settledAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const updateRefund = (tx: Writer, refund: Refund): Promise<unknown> =>
  tx
    .updateTable('refunds')
    .set({
      status: refund.status,
      amount_cents: refund.amountCents,
      provider_refund_id: refund.providerRefundId,
      attempts: refund.attempts,
      last_error: refund.lastError,
      next_attempt_at: refund.nextAttemptAt,
      by_creator: refund.byCreator,
      settled_at: refund.settledAt,
    })
    .where('id', '=', refund.id)
    .execute();

/** Deletes a pending refund whose amount another refund has taken over. */
export const deleteRefund = (tx: Writer, id: string): Promise<unknown> =>
  tx.deleteFrom('refunds').where('id', '=', id).execute();

/** Refunds of a charge that are not sent yet, in the order of their requests. */
export const findUnsent = (db: Reader, chargeId: string): Promise<Refund[]> =>
  db
    .selectFrom('refunds')
    .select(REFUND)
    .where('charge_id', '=', chargeId)
    .where('status', '=', 'pending')
    .where('provider_refund_id', 'is', null)
    .orderBy('id')
    .execute();

/** The ids of refunds that a job has to send, longest overdue first. */
export const findDue = async (db: Reader, now: Date, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** @param nextAttemptAt ignored if the refund was sent or settled meanwhile */
export const noteFailure = (tx: Writer, id: string, error: string, nextAttemptAt: Date): Promise<unknown> =>
  tx
    .updateTable('refunds')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      last_error: error,
      next_attempt_at: nextAttemptAt,
    }))
    .where('id', '=', id)
    .where('next_attempt_at', 'is not', null)
    .execute();

export const leaveToCreator = (tx: Writer, id: string): Promise<unknown> =>
  tx
    .updateTable('refunds')
    .set({ by_creator: true, next_attempt_at: null })
    .where('id', '=', id)
    .where('next_attempt_at', 'is not', null)
    .execute();

export const findDispute = async (db: Reader, id: string): Promise<Dispute | null> =>
  (await db.selectFrom('disputes').select(DISPUTE).where('id', '=', id).executeTakeFirst()) ?? null;

/** Sorted oldest first. */
export const findDisputesOf = (db: Reader, chargeId: string): Promise<Dispute[]> =>
  db
    .selectFrom('disputes')
    .select(DISPUTE)
    .where('charge_id', '=', chargeId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute();

/** @param status undefined lists all */
export function findDisputes(
  db: Reader,
  status: DisputeStatus | undefined,
  slice: Slice,
): Promise<Dispute[]> {
  const query = selectSlice(db.selectFrom('disputes').select(DISPUTE), slice);
  return (status ? query.where('status', '=', status) : query).execute();
}

export const setEvidence = (tx: Writer, id: string, evidence: string, at: Date): Promise<unknown> =>
  tx.updateTable('disputes').set({ evidence, evidence_submitted_at: at }).where('id', '=', id).execute();

export const findProviderDispute = async (
  db: Reader,
  chargeId: string,
  providerDisputeId: string,
): Promise<Dispute | null> =>
  (await db
    .selectFrom('disputes')
    .select(DISPUTE)
    .where('charge_id', '=', chargeId)
    .where('provider_dispute_id', '=', providerDisputeId)
    .executeTakeFirst()) ?? null;

export const insertDispute = (tx: Writer, dispute: Dispute): Promise<unknown> =>
  tx
    .insertInto('disputes')
    .values({
      id: dispute.id,
      charge_id: dispute.chargeId,
      provider_dispute_id: dispute.providerDisputeId,
      amount_cents: dispute.amountCents,
      withheld_cents: dispute.withheldCents,
      settled_by_refunds: dispute.settledByRefunds,
      lost_cents: dispute.lostCents,
      reason: dispute.reason,
      status: dispute.status,
      evidence_due_at: dispute.evidenceDueAt,
      opened_at: dispute.openedAt,
      settled_at: dispute.settledAt,
    })
    .execute();

export const updateDispute = (tx: Writer, { id, status, settledAt, lostCents }: Dispute): Promise<unknown> =>
  tx
    .updateTable('disputes')
    .set({ status, settled_at: settledAt, lost_cents: lostCents })
    .where('id', '=', id)
    .execute();

export const setWithheld = (tx: Writer, id: string, withheldCents: number): Promise<unknown> =>
  tx.updateTable('disputes').set({ withheld_cents: withheldCents }).where('id', '=', id).execute();
