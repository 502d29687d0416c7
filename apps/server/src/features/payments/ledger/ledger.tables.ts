import type { UserId } from '@tributary/contracts/shared';
import type { Generated } from 'kysely';
import type { Account, Posting } from './posting.ts';

interface AccountsTable {
  id: Generated<number>;
  kind: Account['kind'];
  owner_id: UserId | null;
  provider: string | null;
  currency: string;
  balance: number | null;
  closed_at: Date | null;
}

interface TransactionsTable {
  id: Generated<number>;
  kind: Posting['kind'];
  idempotency_key: string;
  provider: string | null;
  provider_event_id: string | null;
  subject_kind: Posting['subject']['kind'];
  subject_id: string;
  occurred_at: Date;
  created_at: Generated<Date>;
}

interface EntriesTable {
  transaction_id: number;
  account_id: number;
  amount: number;
  currency: string;
  /** Copied from the transaction. */
  occurred_at: Date;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    ledger_accounts: AccountsTable;
    ledger_transactions: TransactionsTable;
    ledger_entries: EntriesTable;
  }
}
