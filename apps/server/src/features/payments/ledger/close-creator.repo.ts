/** Closes the ledger accounts of a creator whose account is being deleted. */
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import type { Writer } from '#platform/db/database.ts';
import { post } from './ledger.repo.ts';
import type { CreatorAccountKind, Entry } from './posting.ts';

/**
 * Moves the balances to the accounts without an owner, from which later refunds of this creator's charges are taken.
 */
export async function closeCreator(tx: Writer, ownerId: UserId, at: Date): Promise<void> {
  const accounts = await tx
    .selectFrom('ledger_accounts')
    .select(['kind', 'currency', 'balance'])
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const [first] = accounts;
  if (!first) return;
  const entries = accounts.flatMap(({ kind, balance }): Entry[] => {
    const [account, amountCents] = [kind as CreatorAccountKind, balance ?? 0];
    return [
      { account: { kind: account, ownerId }, amountCents: -amountCents },
      { account: { kind: account, ownerId: null }, amountCents },
    ];
  });
  // Uses a new id, since the deleted account's id must not stay.
  const id = uuidv7();
  const details = {
    provider: null,
    providerEventId: null,
    currency: first.currency,
    occurredAt: at,
    entries,
  };
  await post(tx, [
    { key: `creator:${id}:closed`, kind: 'creator_closed', subject: { kind: 'creator', id }, ...details },
  ]);
  await tx
    .updateTable('ledger_accounts')
    .set({ owner_id: null, closed_at: at })
    .where('owner_id', '=', ownerId)
    .execute();
}
