/** Disputes of charges by payers. Rules as in `charges.service.ts`. */
import { formatMoney } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import { post } from '../ledger/ledger.repo.ts';
import { type Charge, type Dispute, remainingCents } from './charge.ts';
import { disputeMoved } from './charge-postings.ts';
import { chargeConflict } from './charges.errors.ts';
import { mustLock } from './charges.service.ts';
import { projectEarnings } from './earnings.repo.ts';
import { updateTaken } from './holds.service.ts';
import * as repo from './refunds.repo.ts';
import { withRoomFor } from './refunds.service.ts';

export interface DisputeOpened {
  /** The id of its row, when it is new. */
  readonly id: string;
  readonly chargeId: string;
  readonly providerDisputeId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly evidenceDueAt: Date | null;
  /** Refunds count for it. */
  readonly settledByRefunds?: boolean;
  readonly at: Date;
}

/** Withholds the disputed amount from the creator; the rest of it, where a part was refunded, is the platform's loss. */
export async function openDispute(tx: Writer, opened: DisputeOpened): Promise<Dispute> {
  const { id, chargeId, providerDisputeId, amountCents, reason, evidenceDueAt, at } = opened;
  const { settledByRefunds = false } = opened;
  const charge = await mustLock(tx, chargeId);
  const known = await repo.findProviderDispute(tx, chargeId, providerDisputeId);
  if (known) {
    if (known.amountCents === amountCents) return known;
    const [was, is] = [known.amountCents, amountCents].map((cents) => formatMoney(cents, charge.currency));
    throw chargeConflict(`Dispute ${providerDisputeId} is about ${was}, not ${is}.`);
  }
  const error = 'The payer had disputed the payment before.';
  const before = await withRoomFor(tx, charge, remainingCents(charge), opened, error);
  const withheldCents = settledByRefunds ? 0 : Math.min(amountCents, remainingCents(before));
  const dispute: Dispute = {
    id,
    chargeId,
    providerDisputeId,
    amountCents,
    withheldCents,
    reason,
    evidenceDueAt,
    settledByRefunds,
    lostCents: null,
    evidence: null,
    evidenceSubmittedAt: null,
    status: 'open',
    openedAt: at,
    settledAt: null,
  };
  await repo.insertDispute(tx, dispute);
  await book(tx, before, dispute);
  return (await repo.findDispute(tx, id)) ?? dispute;
}

/** A dispute that was lost can still be won; one that was won stays so. @param lostCents if it is less than the disputed amount */
export async function settleDispute(
  tx: Writer,
  {
    id,
    status,
    lostCents,
    at,
  }: { id: string; status: 'won' | 'lost'; lostCents?: number | undefined; at: Date },
): Promise<void> {
  const found = await repo.findDispute(tx, id);
  if (!found) throw new Error(`There is no dispute ${id}`);
  const before = await mustLock(tx, found.chargeId);
  // Read again, since another transaction may have settled it before the lock.
  const known = (await repo.findDispute(tx, id)) ?? found;
  if (known.status === status) return;
  if (known.status === 'won') throw chargeConflict(`Dispute ${id} was won and cannot become ${status}.`);
  const dispute: Dispute = { ...known, status, lostCents: lostCents ?? null, settledAt: at };
  await repo.updateDispute(tx, dispute);
  await book(tx, before, dispute);
}

async function book(tx: Writer, before: Charge, dispute: Dispute): Promise<void> {
  const after = await updateTaken(tx, before, 0);
  await post(tx, [disputeMoved(before, after, dispute)]);
  await projectEarnings(tx, [{ before, after }]);
}
