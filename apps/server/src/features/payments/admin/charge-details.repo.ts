/** Rows that belong to one charge. */
import type { Reader } from '#platform/db/database.ts';

/** The entries of its ledger transactions, in the order of booking. */
export const findEntries = (db: Reader, chargeId: string) =>
  db
    .selectFrom('ledger_transactions as t')
    .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select(['t.id as transactionId', 't.kind', 't.occurred_at as at', 'a.kind as account', 'e.amount'])
    .where('t.subject_id', '=', chargeId)
    .where('t.subject_kind', '=', 'charge')
    .orderBy('t.id')
    .orderBy('a.id')
    .execute();

export const findDescription = async (db: Reader, checkoutId: string): Promise<string | null> =>
  (await db.selectFrom('checkouts').select('description').where('id', '=', checkoutId).executeTakeFirst())
    ?.description ?? null;
