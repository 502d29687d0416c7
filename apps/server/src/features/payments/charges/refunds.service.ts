/** Requests refunds, and records what providers report about them. The rules of `charges.service.ts` apply. */
import { formatMoney, type UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import { post } from '../ledger/ledger.repo.ts';
import { type Charge, type Refund, remainingCents } from './charge.ts';
import { refundPosting } from './charge-postings.ts';
import { chargeConflict, RefundTooLarge } from './charges.errors.ts';
import { mustLock } from './charges.service.ts';
import { projectEarnings } from './earnings.repo.ts';
import { refundableCents, updateTakenBack } from './holds.service.ts';
import { joinRefunds } from './join-refunds.ts';
import * as repo from './refunds.repo.ts';

/** The job that is sent with the request has this long before the repeated job sends the refund. */
const FIRST_ATTEMPT_MS = 5 * 60_000;

export interface RefundRequested {
  readonly id: string;
  readonly chargeId: string;
  readonly amountCents: number;
  readonly reason: string;
  /** Null: the system requested it, such as for a canceled event. */
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
    const [was, is] = [known.amountCents, amountCents].map((cents) => formatMoney(cents, before.currency));
    throw chargeConflict(
      `Refund ${id} was requested before: ${was} of charge ${known.chargeId}, not ${is} of ${chargeId}.`,
    );
  }
  const leftCents = providerRefundId === null ? remainingCents(before) : await refundableCents(tx, before);
  if (amountCents > leftCents) throw new RefundTooLarge(before, amountCents);
  const nextAttemptAt = providerRefundId === null ? new Date(at.getTime() + FIRST_ATTEMPT_MS) : null;
  const requested: Refund = {
    id,
    chargeId,
    amountCents,
    reason,
    requestedBy,
    providerRefundId,
    nextAttemptAt,
    feeCents: 0,
    byCreator: false,
    attempts: 0,
    lastError: null,
    status: 'pending',
    requestedAt: at,
    settledAt: null,
  };
  const after = await updateTakenBack(tx, before, amountCents, requested);
  const refund = { ...requested, feeCents: after.returnedFeeCents - before.returnedFeeCents };
  if (!(await repo.insertRefund(tx, refund)))
    throw chargeConflict(`Refund ${id} was requested for another charge than ${chargeId}.`);
  await book(tx, before, after, refund, 'new');
  return refund;
}

export interface RefundSettled {
  readonly id: string;
  readonly providerRefundId: string | null;
  readonly status: 'succeeded' | 'failed';
  /** The cause of the failure, for admins. */
  readonly error?: string;
  readonly at: Date;
}

/** Settles a refund. A failed refund is final. @throws AppError `charge_conflict` if it has failed before */
export async function settleRefund(
  tx: Writer,
  { id, providerRefundId, status, error, at }: RefundSettled,
): Promise<void> {
  const found = await repo.findRefund(tx, id);
  if (!found) throw new Error(`There is no refund ${id}`);
  const before = await mustLock(tx, found.chargeId);
  // Reads the refund again, since another transaction may have settled it before the lock.
  const known = (await repo.findRefund(tx, id)) ?? found;
  if (known.status === status) return;
  if (known.status === 'failed') throw chargeConflict(`Refund ${id} has failed and cannot become ${status}.`);
  const refund: Refund = {
    ...known,
    status,
    settledAt: at,
    providerRefundId: providerRefundId ?? known.providerRefundId,
    lastError: error ?? known.lastError,
    nextAttemptAt: null,
  };
  await repo.updateRefund(tx, refund);
  const refundedCents = status === 'failed' ? -refund.amountCents : 0;
  await book(tx, before, await updateTakenBack(tx, before, refundedCents), refund, known.status);
}

async function book(
  tx: Writer,
  before: Charge,
  after: Charge,
  refund: Refund,
  from: Refund['status'] | 'new',
): Promise<void> {
  await post(tx, [refundPosting(before, after, refund, from)]);
  await projectEarnings(tx, [{ before, after }]);
}

/** A refund as the provider reports it. */
export interface ProviderRefund {
  /** The id of its row, when it is new. */
  readonly id: string;
  readonly chargeId: string;
  readonly providerRefundId: string;
  /** The id of our row, where this instance asked for the refund. */
  readonly requestId: string | null;
  /** The creator sent it from their wallet, so that it counts toward requested refunds. */
  readonly byCreator?: boolean;
  readonly amountCents: number;
  readonly status: Refund['status'];
  readonly at: Date;
}

/** Records a refund that the provider reports, requested by this instance or not. @throws RefundTooLarge */
export async function recordProviderRefund(tx: Writer, report: ProviderRefund): Promise<void> {
  const { chargeId, providerRefundId, requestId, amountCents, status, at, byCreator = false } = report;
  const charge = await mustLock(tx, chargeId);
  const known =
    (await repo.findProviderRefund(tx, chargeId, providerRefundId)) ??
    (requestId === null ? null : await repo.findRefund(tx, requestId));
  if (known && (known.amountCents !== amountCents || known.chargeId !== chargeId)) {
    const [was, is] = [known.amountCents, amountCents].map((cents) => formatMoney(cents, charge.currency));
    throw chargeConflict(
      `The provider reports refund ${providerRefundId} of ${is}, which was requested as ${was}.`,
    );
  }
  // Ignores a failed refund that was not known before: it moved no money, and its amount may exceed what is left.
  if (!known && status === 'failed') return;
  const reason = byCreator ? 'Sent by the creator' : 'Refunded at the payment provider';
  const request = { id: requestId ?? report.id, chargeId, amountCents, reason, requestedBy: null, at };
  const requested = known ?? (byCreator ? await findRequested(tx, charge, request) : null);
  const refund = requested ?? (await openReported(tx, charge, request, providerRefundId));
  if (status !== 'pending') return settleRefund(tx, { id: refund.id, providerRefundId, status, at });
  if (refund.providerRefundId === null)
    await repo.updateRefund(tx, { ...refund, providerRefundId, nextAttemptAt: null });
}

async function openReported(
  tx: Writer,
  charge: Charge,
  request: RefundRequested,
  providerRefundId: string,
): Promise<Refund> {
  const error = 'The payment provider had refunded the payment before.';
  const left = await makeRoomFor(tx, charge, await refundableCents(tx, charge), request, error);
  return open(tx, left, request, providerRefundId);
}

/**
 * Fails unsent requests if a refund or dispute at the provider leaves too little for them.
 * @param leftCents what is left of the charge while they are pending
 * @param error the cause of their failure, for admins
 * @returns the charge without them
 */
export async function makeRoomFor(
  tx: Writer,
  charge: Charge,
  leftCents: number,
  { amountCents, at }: Pick<RefundRequested, 'amountCents' | 'at'>,
  error: string,
): Promise<Charge> {
  if (amountCents <= leftCents) return charge;
  await failUnsentRefunds(tx, charge.id, error, at);
  return await mustLock(tx, charge.id);
}

/** Joins the unsent requests into one refund of the amount that the creator has sent. */
async function findRequested(tx: Writer, charge: Charge, request: RefundRequested): Promise<Refund | null> {
  const [first, ...others] = await repo.findUnsent(tx, charge.id);
  if (!first) return null;
  const askedCents = others.reduce((sum, { amountCents }) => sum + amountCents, first.amountCents);
  const missingCents = request.amountCents - askedCents;
  if (missingCents > 0) others.push(await open(tx, charge, { ...request, amountCents: missingCents }, null));
  return joinRefunds(tx, first, others, request.amountCents);
}

/** Fails all requests that were not sent, which can no longer be refunded. @param error the cause, for admins */
export async function failUnsentRefunds(
  tx: Writer,
  chargeId: string,
  error: string,
  at: Date,
): Promise<void> {
  for (const { id } of await repo.findUnsent(tx, chargeId))
    await settleRefund(tx, { id, providerRefundId: null, status: 'failed', error, at });
}
