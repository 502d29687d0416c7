/** Changes a charge and notifies the purpose of its checkout. */
import type { Writer } from '#platform/db/database.ts';
import type { Charge, ChargeChange } from '../charges/charge.ts';
import { findCharge } from '../charges/charges.repo.ts';
import { mustLock } from '../charges/charges.service.ts';
import { lockCheckout } from '../checkouts/checkouts.repo.ts';
import type { PurposeHandlers, RefundDue } from '../checkouts/purpose.ts';

export interface Changed extends ChargeChange {
  readonly before: Charge;
  /** Why money that came back has to be refunded, according to the purpose. */
  readonly refundDue: RefundDue | undefined;
}

/** Locks the checkout before the charge, in the order of a capture. */
export async function changeCharge(
  tx: Writer,
  handlers: PurposeHandlers,
  chargeId: string,
  work: () => Promise<unknown>,
): Promise<Changed> {
  const found = await findCharge(tx, chargeId);
  const checkout = found?.checkoutId ? await lockCheckout(tx, found.checkoutId) : null;
  const before = await mustLock(tx, chargeId);
  await work();
  const after = await mustLock(tx, chargeId);
  const isChanged = after.takenBackCents !== before.takenBackCents || after.status !== before.status;
  const handler = handlers.get(after.purpose);
  await handler?.project?.(tx, { before, after });
  const refundDue = isChanged ? await handler?.charged?.(tx, checkout, after) : undefined;
  return { before, after, refundDue };
}
