/** What of a creator's available balance can be withdrawn. */
import type { UserId } from '@tributary/contracts/shared';
import { findPaidPeriods, reservedCents, sumSimplyReserved } from '#features/memberships/index.ts';
import { lockAvailable } from '#features/payments/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

/**
 * The unused time of subscriptions and gifts. It is refunded if the creator deletes the account: a creator who had
 * withdrawn it before, and paid it by another account, would take it from the platform.
 */
export async function findReserved(db: Reader, creatorId: UserId, at: Date): Promise<number> {
  // As of the start of the day (UTC), so that the balance does not change while somebody looks at it.
  const today = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
  const { cents, otherIds } = await sumSimplyReserved(db, creatorId, today);
  if (otherIds.length === 0) return cents;
  return cents + reservedCents(await findPaidPeriods(db, creatorId, today, otherIds), today);
}

/**
 * Locks the balances of a creator until the end of the transaction, so that nothing is released or taken meanwhile.
 * @returns what can be withdrawn; negative if refunds took more than that, or leave less than is reserved
 */
export async function lockWithdrawable(tx: Writer, creatorId: UserId, at: Date): Promise<number> {
  const availableCents = await lockAvailable(tx, creatorId);
  return availableCents - (await findReserved(tx, creatorId, at));
}
