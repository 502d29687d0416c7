import type { PaymentProvider } from '@tributary/contracts/payments';
import type { PayoutStatus } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated } from 'kysely';

interface PayoutsTable {
  id: string;
  streamer_id: UserId | null;
  amount: number;
  currency: Generated<string>;
  status: PayoutStatus;
  period_start: Date;
  period_end: Date;
  due_date: Date;
  created_at: Generated<Date>;
  /** `manual` for a bank transfer by an admin. */
  provider: PaymentProvider | null;
  /** The reference at the provider or the bank. */
  reference: string | null;
  failure_reason: string | null;
  settled_at: Date | null;
  /** The account at the provider; null: an admin sends the payout. */
  account: string | null;
  /** The payout is not sent before this time; null: it does not wait. */
  waits_until: Date | null;
  sent_at: Date | null;
  checked_at: Date | null;
  /** The creator's balance at the end of the payout's statement. */
  closing_cents: number | null;
}

interface PayoutRunsTable {
  /** The first day of the month, in UTC. */
  month: ColumnType<string, string, never>;
  finished_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    payouts: PayoutsTable;
    payout_runs: PayoutRunsTable;
  }
}
