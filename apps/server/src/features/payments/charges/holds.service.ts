/** Changes a charge together with the amounts that its disputes withhold. The rules of `charges.service.ts` apply. */
import type { Writer } from '#platform/db/database.ts';
import { type Charge, type Refund, remainingCents } from './charge.ts';
import { updateCharge } from './charges.repo.ts';
import { fixedHolds, heldByDisputes } from './holds.ts';
import * as repo from './refunds.repo.ts';

/**
 * Adds a refund to a charge, and updates what its disputes withhold.
 * @param addedCents minor units; negative when a refund failed @param refund its new state, if its row is not written
 *   yet
 */
export async function updateTakenBack(
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

/** The amount that the provider can refund. Disputes that are settled by refunds do not reduce it. */
export async function refundableCents(tx: Writer, charge: Charge): Promise<number> {
  if (charge.disputedCents + charge.lostCents === 0) return remainingCents(charge);
  const yieldingCents =
    charge.disputedCents + charge.lostCents - fixedHolds(await repo.findDisputesOf(tx, charge.id));
  return remainingCents(charge) + yieldingCents;
}
