/** The functions of charges, which also update the donations and events of a charge, as settlement does. */
import { sql } from 'kysely';
import { updateFromCharge } from '#features/donations/donation-purpose.repo.ts';
import { projectRevenue } from '#features/events/tickets/ticket-revenue.repo.ts';
import type { Charge, NewCharge } from '#features/payments/charges/charge.ts';
import { findChargeByPayment } from '#features/payments/charges/charges.repo.ts';
import * as charges from '#features/payments/charges/charges.service.ts';
import * as disputes from '#features/payments/charges/disputes.service.ts';
import * as refunds from '#features/payments/charges/refunds.service.ts';
import type { Writer } from '#platform/db/database.ts';

async function follow(tx: Writer, before: Charge | null, after: Charge): Promise<void> {
  if (after.purpose === 'donation') await updateFromCharge(tx, after.id);
  if (after.purpose === 'ticket') await projectRevenue(tx, { before, after });
}

export async function recordCharge(tx: Writer, charge: NewCharge): Promise<Charge> {
  // Settlement holds the lock of the checkout, so that one payment is recorded at a time.
  await sql`select pg_advisory_xact_lock(hashtext(${charge.paymentId}))`.execute(tx);
  const before = await findChargeByPayment(tx, charge.provider, charge.paymentId);
  const after = await charges.recordCharge(tx, charge);
  if (before === null) await follow(tx, null, after);
  return after;
}

const inStep =
  <Arguments extends { readonly chargeId: string } | { readonly id: string }, Result>(
    change: (tx: Writer, about: Arguments) => Promise<Result>,
  ) =>
  async (tx: Writer, about: Arguments): Promise<Result> => {
    const chargeId = 'chargeId' in about ? about.chargeId : await chargeOf(tx, about.id);
    // Refuses an unknown refund or dispute, unless another transaction has just recorded it.
    if (chargeId === null) {
      await change(tx, about);
      throw new Error(`There is no refund or dispute ${'id' in about ? about.id : ''}.`);
    }
    // A charge that another transaction records now does not exist yet.
    const before = await charges.mustLock(tx, chargeId);
    const result = await change(tx, about);
    await follow(tx, before, await charges.mustLock(tx, chargeId));
    return result;
  };

/** The charge of a refund or a dispute. */
async function chargeOf(tx: Writer, id: string): Promise<string | null> {
  const find = (table: 'refunds' | 'disputes') =>
    tx.selectFrom(table).select('charge_id as chargeId').where('id', '=', id).executeTakeFirst();
  return ((await find('refunds')) ?? (await find('disputes')))?.chargeId ?? null;
}

export const reverseCharge = inStep(charges.reverseCharge);
export const requestRefund = inStep(refunds.requestRefund);
export const settleRefund = inStep(refunds.settleRefund);
export const recordProviderRefund = inStep(refunds.recordProviderRefund);
export const openDispute = inStep(disputes.openDispute);
export const settleDispute = inStep(disputes.settleDispute);
