/** Matches a transaction of a creator with requested refunds: it can pay several of them, or a part of one. */
import { v7 as uuidv7 } from 'uuid';
import type { Writer } from '#platform/db/database.ts';
import type { Refund } from './charge.ts';
import * as repo from './refunds.repo.ts';

/**
 * Makes one refund of `amountCents` out of pending refunds of a charge that are worth at least that; the rest stays
 * pending. Books nothing, since the ledger already withholds their sum.
 */
export async function joinRefunds(
  tx: Writer,
  first: Refund,
  others: readonly Refund[],
  amountCents: number,
): Promise<Refund> {
  const restCents = first.amountCents - amountCents;
  if (restCents > 0)
    await repo.insertRefund(tx, { ...first, id: uuidv7(), amountCents: restCents, feeCents: 0 });
  let missingCents = Math.max(0, -restCents);
  for (const other of others) {
    const partCents = Math.min(missingCents, other.amountCents);
    missingCents -= partCents;
    if (partCents === other.amountCents) await repo.deleteRefund(tx, other.id);
    else await repo.updateRefund(tx, { ...other, amountCents: other.amountCents - partCents });
  }
  const joined = { ...first, amountCents };
  await repo.updateRefund(tx, joined);
  return joined;
}
