/** Opens and settles disputes of charges. The rules of `charges.service.ts` apply. */
import { formatMoney } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import { post } from '../ledger/ledger.repo.ts';
import { type Charge, type Dispute, remainingCents } from './charge.ts';
import { disputePosting } from './charge-postings.ts';
import { chargeConflict } from './charges.errors.ts';
import { mustLock } from './charges.service.ts';
import { projectEarnings } from './earnings.repo.ts';
import { updateTakenBack } from './holds.service.ts';
import * as repo from './refunds.repo.ts';
import { makeRoomFor } from './refunds.service.ts';

export interface DisputeOpened {
  /** The id of its row, when it is new. */
  readonly id: string;
  readonly chargeId: string;
  readonly providerDisputeId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly evidenceDueAt: Date | null;
  /** Whether refunds of the payment count toward the dispute. */
  readonly settledByRefunds?: boolean;
  readonly at: Date;
}

/** Withholds the disputed amount from the creator. Where a part was refunded before, the platform bears the rest. */
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
  const before = await makeRoomFor(tx, charge, remainingCents(charge), opened, error);
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

/**
 * Settles a dispute. A lost dispute can still be won; a won one is final.
 * @param lostCents the amount that the payer got, if it is less than the disputed amount
 */
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
  // Reads the dispute again, since another transaction may have settled it before the lock.
  const known = (await repo.findDispute(tx, id)) ?? found;
  if (known.status === status) return;
  if (known.status === 'won') throw chargeConflict(`Dispute ${id} was won and cannot become ${status}.`);
  const dispute: Dispute = { ...known, status, lostCents: lostCents ?? null, settledAt: at };
  await repo.updateDispute(tx, dispute);
  await book(tx, before, dispute);
}

async function book(tx: Writer, before: Charge, dispute: Dispute): Promise<void> {
  const after = await updateTakenBack(tx, before, 0);
  await post(tx, [disputePosting(before, after, dispute)]);
  await projectEarnings(tx, [{ before, after }]);
}
