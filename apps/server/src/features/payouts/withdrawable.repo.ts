/** The withdrawable part of a creator's available balance. */
import type { UserId } from '@tributary/contracts/shared';
import { findPaidPeriods, reservedCents, sumSimplyReserved } from '#features/memberships/index.ts';
import { lockAvailable } from '#features/payments/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

/**
 * The reserved amount for the unused time of subscriptions and gifts, in minor units. It is refunded if the creator
 * deletes the account. Without the reserve, a creator could pay for subscriptions from another account, withdraw the
 * money and delete the account at the platform's expense.
 */
export async function findReserved(db: Reader, creatorId: UserId, at: Date): Promise<number> {
  // Uses the start of the day (UTC), so that the shown balance does not change during the day.
  const today = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
  const { cents, otherIds } = await sumSimplyReserved(db, creatorId, today);
  if (otherIds.length === 0) return cents;
  return cents + reservedCents(await findPaidPeriods(db, creatorId, today, otherIds), today);
}

/**
 * Locks the balances of a creator until the end of the transaction, so that they do not change meanwhile.
 * @returns the withdrawable amount; negative if refunds took more than that, or leave less than is reserved
 */
export async function lockWithdrawable(tx: Writer, creatorId: UserId, at: Date): Promise<number> {
  const availableCents = await lockAvailable(tx, creatorId);
  return availableCents - (await findReserved(tx, creatorId, at));
}
