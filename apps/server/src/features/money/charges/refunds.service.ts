/** Refunds: requested here or made at the provider, then confirmed or failed. Rules as in `charges.service.ts`. */
import type { UserId } from '@tributary/contracts';
import type { Writer } from '#platform/db/database.ts';
import { post } from '../ledger/ledger.repo.ts';
import { type Charge, type Refund, remainingCents } from './charge.ts';
import { refundMoved } from './charge-postings.ts';
import { chargeConflict, RefundTooLarge } from './charges.errors.ts';
import { updateCharge } from './charges.repo.ts';
import { mustLock } from './charges.service.ts';
import { project } from './projections.repo.ts';
import * as repo from './refunds.repo.ts';

export interface RefundRequested {
  readonly id: string;
  readonly chargeId: string;
  readonly amountCents: number;
  readonly reason: string;
  /** Null: by the system, such as for a canceled event. */
  readonly requestedBy: UserId | null;
  readonly at: Date;
}

/** Takes the amount from the creator until the provider confirms. @throws RefundTooLarge */
export async function requestRefund(tx: Writer, request: RefundRequested): Promise<Refund> {
  return open(tx, await mustLock(tx, request.chargeId), request, null);
}

async function open(
  tx: Writer,
  before: Charge,
  { id, chargeId, amountCents, reason, requestedBy, at }: RefundRequested,
  providerRefundId: string | null,
): Promise<Refund> {
  const known = await repo.findRefund(tx, id);
  if (known) {
    if (known.chargeId === chargeId && known.amountCents === amountCents) return known;
    throw chargeConflict(
      `Refund ${id} was requested before: ${known.amountCents} of charge ${known.chargeId}, not ${amountCents} of ${chargeId}.`,
    );
  }
  if (amountCents > remainingCents(before)) throw new RefundTooLarge(before, amountCents);
  const refund: Refund = {
    ...{ id, chargeId, amountCents, reason, requestedBy, providerRefundId },
    ...{ status: 'pending', requestedAt: at, settledAt: null },
  };
  if (!(await repo.insertRefund(tx, refund)))
    throw chargeConflict(`Refund ${id} was requested for another charge than ${chargeId}.`);
  await change(tx, before, refund, 'new');
  return refund;
}

export interface RefundSettled {
  readonly id: string;
  readonly providerRefundId: string | null;
  readonly status: 'succeeded' | 'failed';
  readonly at: Date;
}

/** @throws AppError `charge_conflict` when it has failed before, which is final */
export async function settleRefund(
  tx: Writer,
  { id, providerRefundId, status, at }: RefundSettled,
): Promise<void> {
  const found = await repo.findRefund(tx, id);
  if (!found) throw new Error(`There is no refund ${id}`);
  const before = await mustLock(tx, found.chargeId);
  // Read again, since another transaction may have settled it before the lock.
  const known = (await repo.findRefund(tx, id)) ?? found;
  if (known.status === status) return;
  if (known.status === 'failed') throw chargeConflict(`Refund ${id} has failed and cannot become ${status}.`);
  const refund: Refund = {
    ...known,
    status,
    settledAt: at,
    providerRefundId: providerRefundId ?? known.providerRefundId,
  };
  await repo.updateRefund(tx, refund);
  await change(tx, before, refund, known.status);
}

async function change(
  tx: Writer,
  before: Charge,
  refund: Refund,
  from: Refund['status'] | 'new',
): Promise<void> {
  const sign = from === 'new' ? 1 : refund.status === 'failed' ? -1 : 0;
  const after = await updateCharge(tx, before.id, { refundedCents: sign * refund.amountCents });
  await post(tx, [refundMoved(before, after, refund, from)]);
  await project(tx, [{ before, after }]);
}

/** A refund as the provider reports it. */
export interface ProviderRefund {
  /** The id of its row, when it is new. */
  readonly id: string;
  readonly chargeId: string;
  readonly providerRefundId: string;
  /** The id of our row, where this instance asked for the refund. */
  readonly requestId: string | null;
  readonly amountCents: number;
  readonly status: Refund['status'];
  readonly at: Date;
}

/** Records what the provider says about a refund, also of one that this instance did not request. @throws RefundTooLarge */
export async function recordProviderRefund(tx: Writer, report: ProviderRefund): Promise<void> {
  const { chargeId, providerRefundId, requestId, amountCents, status, at } = report;
  const charge = await mustLock(tx, chargeId);
  const known =
    (await repo.findProviderRefund(tx, chargeId, providerRefundId)) ??
    (requestId === null ? null : await repo.findRefund(tx, requestId));
  if (known && (known.amountCents !== amountCents || known.chargeId !== chargeId))
    throw chargeConflict(
      `The provider reports refund ${providerRefundId} of ${amountCents}, which was requested as ${known.amountCents}.`,
    );
  const reason = 'Refunded at the payment provider';
  const request = { id: requestId ?? report.id, chargeId, amountCents, reason, requestedBy: null, at };
  const { id } = known ?? (await open(tx, charge, request, providerRefundId));
  if (status !== 'pending') await settleRefund(tx, { id, providerRefundId, status, at });
}
