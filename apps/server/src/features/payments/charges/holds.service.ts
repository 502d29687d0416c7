/** Changes a charge together with what its disputes take. Rules as in `charges.service.ts`. */
import type { Writer } from '#platform/db/database.ts';
import { type Charge, type Refund, remainingCents } from './charge.ts';
import { updateCharge } from './charges.repo.ts';
import { fixedHolds, heldByDisputes } from './holds.ts';
import * as repo from './refunds.repo.ts';

/**
 * Adds to what was refunded of a charge, and to its disputes what they take afterwards.
 * @param refund as it becomes, where its row is not written yet
 */
export async function updateTaken(
  tx: Writer,
  before: Charge,
  addedCents: number,
  refund?: Refund,
): Promise<Charge> {
  const disputes = await repo.findDisputesOf(tx, before.id);
  if (disputes.length === 0) return updateCharge(tx, before.id, { refundedCents: addedCents });
  const stored = await repo.findRefundsOf(tx, before.id);
  const held = heldByDisputes({
    grossCents: before.grossCents,
    refundedCents: before.refundedCents + addedCents,
    disputes,
    refunds: refund ? [...stored, refund] : stored,
  });
  const sums = { open: 0, lost: 0, won: 0 };
  for (const { id, status, withheldCents } of disputes) {
    const cents = held.get(id) ?? withheldCents;
    sums[status] += cents;
    if (cents !== withheldCents) await repo.setWithheld(tx, id, cents);
  }
  return updateCharge(tx, before.id, {
    refundedCents: addedCents,
    disputedCents: sums.open - before.disputedCents,
    lostCents: sums.lost - before.lostCents,
  });
}

/** What the provider can refund of a charge: disputes that are settled by refunds give way to them. */
export async function refundableCents(tx: Writer, charge: Charge): Promise<number> {
  if (charge.disputedCents + charge.lostCents === 0) return remainingCents(charge);
  const yieldingCents =
    charge.disputedCents + charge.lostCents - fixedHolds(await repo.findDisputesOf(tx, charge.id));
  return remainingCents(charge) + yieldingCents;
}
