/** Changes a charge and tells the purpose that it paid for. */
import type { Writer } from '#platform/db/database.ts';
import type { Charge } from '../charges/charge.ts';
import { findCharge } from '../charges/charges.repo.ts';
import { mustLock } from '../charges/charges.service.ts';
import { lockCheckout } from '../checkouts/checkouts.repo.ts';
import type { PurposeHandlers } from '../checkouts/purpose.ts';

/** The checkout is locked before the charge, as when a payment is captured. @returns the charge before and after */
export async function changeCharge(
  tx: Writer,
  handlers: PurposeHandlers,
  chargeId: string,
  work: () => Promise<unknown>,
): Promise<{ readonly before: Charge; readonly after: Charge }> {
  const found = await findCharge(tx, chargeId);
  const checkout = found?.checkoutId ? await lockCheckout(tx, found.checkoutId) : null;
  const before = await mustLock(tx, chargeId);
  await work();
  const after = await mustLock(tx, chargeId);
  if (after.takenBackCents !== before.takenBackCents || after.status !== before.status) {
    await handlers.get(after.purpose)?.charged?.(tx, checkout, after);
  }
  return { before, after };
}
