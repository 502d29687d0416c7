import type { ChargeStatus } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import type { Generated, GeneratedAlways } from 'kysely';
import type { HeldBy, ProviderName, Purpose } from '../providers/provider.ts';
import type { Dispute, Refund } from './charge.ts';

interface ChargesTable {
  id: string;
  checkout_id: string | null;
  provider: ProviderName;
  is_test: boolean;
  payment_id: string;
  purpose: Purpose;
  subject_id: string | null;
  payer_id: UserId | null;
  is_anonymous: Generated<boolean>;
  creator_id: UserId | null;
  gross_cents: number;
  fee_cents: number;
  net_cents: GeneratedAlways<number>;
  currency: string;
  held_by: HeldBy;
  captured_at: Date;
  available_at: Date | null;
  released_at: Date | null;
  earned_at: Date | null;
  refunded_cents: Generated<number>;
  disputed_cents: Generated<number>;
  lost_cents: Generated<number>;
  reversed_at: Date | null;
  taken_back_cents: GeneratedAlways<number>;
  returned_fee_cents: GeneratedAlways<number>;
  status: GeneratedAlways<ChargeStatus>;
  /** Numbers the payments of a year without gaps. The database assigns it at the commit. */
  receipt_number: GeneratedAlways<string>;
}

interface RefundsTable {
  id: string;
  charge_id: string;
  amount_cents: number;
  fee_cents: number;
  reason: string;
  requested_by: UserId | null;
  provider_refund_id: string | null;
  attempts: Generated<number>;
  last_error: string | null;
  next_attempt_at: Date | null;
  by_creator: Generated<boolean>;
  status: Refund['status'];
  requested_at: Date;
  settled_at: Date | null;
}

interface DisputesTable {
  id: string;
  charge_id: string;
  provider_dispute_id: string;
  amount_cents: number;
  withheld_cents: number;
  settled_by_refunds: Generated<boolean>;
  lost_cents: number | null;
  reason: string;
  status: Dispute['status'];
  evidence_due_at: Date | null;
  evidence: string | null;
  evidence_submitted_at: Date | null;
  opened_at: Date;
  settled_at: Date | null;
}

interface DailyEarningsTable {
  creator_id: UserId | null;
  day: Date;
  source: 'donations' | 'tickets' | 'subscriptions';
  gross_cents: number;
  fee_cents: number;
  net_cents: GeneratedAlways<number>;
  charges: number;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    charges: ChargesTable;
    refunds: RefundsTable;
    disputes: DisputesTable;
    daily_earnings: DailyEarningsTable;
  }
}
