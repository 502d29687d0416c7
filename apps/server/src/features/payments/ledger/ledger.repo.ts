/** Writes to the ledger: transactions with their entries, and the balances of creators. */
import { sql } from 'kysely';
import type { Writer } from '#platform/db/database.ts';
import { accountIds, nameOf } from './accounts.repo.ts';
import type { Posting } from './posting.ts';

/** A posting with its entries by account id, ready to be stored. */
interface Prepared extends Posting {
  readonly amounts: ReadonlyMap<number, number>;
}

/**
 * Posts transactions of one currency. Skips keys that were posted before, and postings that move no money.
 * @throws Error if a key was posted with other contents, or if entries do not sum to zero
 */
export async function post(tx: Writer, postings: readonly Posting[]): Promise<void> {
  const [first] = postings;
  if (!first) return;
  const stray = postings.find(({ currency }) => currency !== first.currency);
  if (stray) throw new Error(`Posting ${stray.key} is in ${stray.currency}, the others in ${first.currency}`);
  const accounts = postings.flatMap(({ entries }) => entries.map(({ account }) => account));
  const ids = await accountIds(tx, accounts, first.currency);
  const prepared = postings
    .map((posting) => ({ ...posting, amounts: amountsOf(posting, ids) }))
    .filter(({ amounts }) => amounts.size > 0);
  if (prepared.length === 0) return;
  await lockBalances(tx, prepared);
  const posted = await insertTransactions(tx, prepared);
  const repeated = prepared.filter(({ key }) => !posted.has(key));
  for (const posting of repeated) await assertSame(tx, posting);
  const entries = prepared.flatMap(({ key, amounts }) => {
    const id = posted.get(key);
    return id === undefined ? [] : [...amounts].map(([account, amount]) => ({ id, account, amount }));
  });
  await insertEntries(tx, entries, first.currency);
}

function amountsOf({ key, entries }: Posting, ids: ReadonlyMap<string, number>): Map<number, number> {
  const amounts = new Map<number, number>();
  let total = 0;
  for (const { account, amountCents } of entries) {
    if (!Number.isSafeInteger(amountCents))
      throw new RangeError(`Posting ${key}: ${amountCents} is not a safe integer of minor units`);
    const id = ids.get(nameOf(account));
    if (id === undefined) throw new Error(`Posting ${key}: account ${nameOf(account)} is missing`);
    const amount = (amounts.get(id) ?? 0) + amountCents;
    if (amount === 0) amounts.delete(id);
    else amounts.set(id, amount);
    total += amountCents;
  }
  if (total !== 0) throw new Error(`Posting ${key}: its entries sum to ${total} instead of 0`);
  return amounts;
}

/**
 * Locks the balances in one order, so that concurrent postings wait for each other without a deadlock. Runs before the
 * transactions get their ids, so that the ids of a creator's transactions are in the order of their commits.
 */
async function lockBalances(tx: Writer, postings: readonly Prepared[]): Promise<void> {
  const ids = [...new Set(postings.flatMap(({ amounts }) => [...amounts.keys()]))];
  await sql`
    select id from ledger_accounts where id = any(${ids}::bigint[]) and balance is not null
    order by id for no key update`.execute(tx);
}

/** @returns the ids of the new transactions by key */
async function insertTransactions(
  tx: Writer,
  postings: readonly Prepared[],
): Promise<ReadonlyMap<string, number>> {
  const rows = postings.map(({ kind, key, subject, provider, providerEventId, occurredAt }) => ({
    kind,
    key,
    subject_kind: subject.kind,
    subject_id: subject.id,
    provider,
    event: providerEventId,
    at: occurredAt,
  }));
  const inserted = await sql<{ id: number; key: string }>`
    insert into ledger_transactions
      (kind, idempotency_key, provider, provider_event_id, subject_kind, subject_id, occurred_at)
    select kind, key, provider, event, subject_kind, subject_id, at
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r
      (kind text, key text, provider text, event text, subject_kind text, subject_id uuid, at timestamptz)
    on conflict (idempotency_key) do nothing
    returning id, idempotency_key as key`.execute(tx);
  return new Map(inserted.rows.map(({ id, key }) => [key, id]));
}

/** @throws Error if a posting differs from the transaction that has its key */
async function assertSame(tx: Writer, { key, kind, subject, amounts }: Prepared): Promise<void> {
  const rows = await tx
    .selectFrom('ledger_transactions as t')
    .leftJoin('ledger_entries as e', 'e.transaction_id', 't.id')
    .select(['t.kind', 't.subject_id as subjectId', 'e.account_id as account', 'e.amount'])
    .where('t.idempotency_key', '=', key)
    .execute();
  const same =
    rows.length === amounts.size &&
    rows.every(
      (row) =>
        row.kind === kind &&
        row.subjectId === subject.id &&
        row.account !== null &&
        amounts.get(row.account) === row.amount,
    );
  if (!same) throw new Error(`The ledger has a transaction ${key} with other contents`);
}

async function insertEntries(
  tx: Writer,
  entries: readonly { id: number; account: number; amount: number }[],
  currency: string,
): Promise<void> {
  if (entries.length === 0) return;
  const rows = JSON.stringify(entries);
  await sql`
    insert into ledger_entries (transaction_id, account_id, amount, currency, occurred_at)
    select r.id, account, amount, ${currency}, t.occurred_at
    from jsonb_to_recordset(${rows}) as r (id bigint, account bigint, amount bigint)
      join ledger_transactions t on t.id = r.id`.execute(tx);
  await sql`
    update ledger_accounts a set balance = a.balance + changes.change
    from (
      select account, sum(amount)::bigint as change
      from jsonb_to_recordset(${rows}) as r (account bigint, amount bigint) group by 1
    ) as changes
    where a.id = changes.account and a.balance is not null`.execute(tx);
}
