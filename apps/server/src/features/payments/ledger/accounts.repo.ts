/** The accounts of the ledger. Each exists from its first entry on. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/database.ts';
import type { Account } from './posting.ts';

/** Identifies an account within a currency. */
export const nameOf = (account: Account): string => {
  if ('ownerId' in account) return `${account.kind} ${account.ownerId ?? ''}`;
  return 'provider' in account ? `${account.kind} ${account.provider}` : account.kind;
};

/** Finds the accounts, and opens those that are missing. @returns their ids by name */
export async function accountIds(
  tx: Writer,
  accounts: readonly Account[],
  currency: string,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map(accounts.map((account) => [nameOf(account), account]));
  const rows = JSON.stringify(
    [...wanted].map(([name, account]) => ({
      name,
      kind: account.kind,
      owner_id: 'ownerId' in account ? account.ownerId : null,
      provider: 'provider' in account ? account.provider : null,
    })),
  );
  const find = async () => {
    const found = await sql<{ name: string; id: number }>`
      select w.name, a.id
      from jsonb_to_recordset(${rows}) as w (name text, kind text, owner_id uuid, provider text)
        join ledger_accounts a on a.kind = w.kind and a.owner_id is not distinct from w.owner_id
          and a.provider is not distinct from w.provider and a.currency = ${currency} and a.closed_at is null`.execute(
      tx,
    );
    return new Map(found.rows.map(({ name, id }) => [name, id]));
  };
  const found = await find();
  if (found.size === wanted.size) return found;
  await sql`
    insert into ledger_accounts (kind, owner_id, provider, currency, balance)
    select kind, owner_id, provider, ${currency}, case when kind like 'creator\\_%' then 0 end
    from jsonb_to_recordset(${rows}) as w (kind text, owner_id uuid, provider text)
    order by 1, 2, 3
    on conflict do nothing`.execute(tx);
  return find();
}

/** Locks the balances of a creator until the end of the transaction. @returns the available balance in minor units */
export async function lockAvailable(tx: Writer, ownerId: UserId): Promise<number> {
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance'])
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.find(({ kind }) => kind === 'creator_available')?.balance ?? 0;
}
