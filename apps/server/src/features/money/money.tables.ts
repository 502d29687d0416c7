import type { DonationStatus } from '@tributary/contracts/donations';
import type { EventStatus } from '@tributary/contracts/events';
import type { SubscriptionStatus } from '@tributary/contracts/memberships';
import type { BillingCycle, PaymentProvider } from '@tributary/contracts/payments';
import type { PayoutStatus } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

interface DonationsTable {
  id: string;
  recipient_id: UserId | null;
  donor_id: UserId | null;
  amount: number;
  platform_fee: number;
  net_amount: number;
  currency: Generated<string>;
  payment_provider: PaymentProvider;
  status: DonationStatus;
  charge_id: string;
  /** What of the amount was refunded. */
  refunded_amount: Generated<number>;
  message: Generated<string>;
  is_anonymous: Generated<boolean>;
  is_message_hidden: Generated<boolean>;
  guest_name: string | null;
  created_at: Generated<Date>;
}

interface EventsTable {
  id: string;
  creator_id: UserId | null;
  title: string;
  description: Generated<string>;
  event_date: Date;
  timezone: string;
  duration_minutes: number;
  price_cents: number;
  currency: Generated<string>;
  capacity: number | null;
  total_tickets_sold: Generated<number>;
  total_revenue_cents: Generated<number>;
  platform_commission_cents: Generated<number>;
  /** PostgreSQL's numeric arrives as text. */
  commission_rate_percent: ColumnType<string, number | undefined, number>;
  status: EventStatus;
  created_at: Generated<Date>;
  poster_url: string | null;
  published_at: Date | null;
  updated_at: Generated<Date>;
  tickets_reserved: Generated<number>;
  reminded_day_before: Generated<boolean>;
  reminded_before_start: Generated<boolean>;
  takes_streams: Generated<boolean>;
}

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
  /** The provider's or the bank's. */
  reference: string | null;
  failure_reason: string | null;
  settled_at: Date | null;
  /** At the provider; null where an admin sends it. */
  account: string | null;
  /** Nothing is sent before; null: it does not wait. */
  waits_until: Date | null;
  sent_at: Date | null;
  checked_at: Date | null;
  /** The creator's balance at the end of its statement. */
  closing_cents: number | null;
}

interface PayoutRunsTable {
  /** The first day, in UTC. */
  month: ColumnType<string, string, never>;
  finished_at: Generated<Date>;
}

interface TiersTable {
  id: string;
  creator_id: UserId | null;
  name: string;
  description: Generated<string>;
  price_monthly: number | null;
  price_yearly: number | null;
  currency: Generated<string>;
  trial_days: Generated<number>;
  benefits: JSONColumnType<string[]>;
  is_active: Generated<boolean>;
  /** Smaller ones come first. */
  position: Generated<number>;
  created_at: Generated<Date>;
}

interface SubscriptionsTable {
  id: string;
  tier_id: string;
  user_id: UserId | null;
  status: SubscriptionStatus;
  billing_cycle: BillingCycle;
  /** Per billing cycle, as agreed at the start. */
  price_cents: number;
  /** At the provider, for later periods. */
  credit_cents: Generated<number>;
  current_period_start: Date;
  current_period_end: Date;
  trial_end: Date | null;
  created_at: Generated<Date>;
  /** Null: it has no payments that a provider renews. */
  provider: PaymentProvider | null;
  provider_subscription_id: string | null;
  cancel_at_period_end: Generated<boolean>;
  past_due_since: Date | null;
  past_due_reminded: Generated<boolean>;
  pending_change: ColumnType<unknown, string | null, string | null>;
  is_gift: Generated<boolean>;
  giver_id: UserId | null;
  is_hidden: Generated<boolean>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    donations: DonationsTable;
    ppv_events: EventsTable;
    payouts: PayoutsTable;
    payout_runs: PayoutRunsTable;
    subscription_tiers: TiersTable;
    tier_subscriptions: SubscriptionsTable;
  }
}
