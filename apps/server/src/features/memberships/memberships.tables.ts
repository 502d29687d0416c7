import type { SubscriptionStatus } from '@tributary/contracts/memberships';
import type { BillingCycle, PaymentProvider } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

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
  /** Lower positions come first. */
  position: Generated<number>;
  created_at: Generated<Date>;
}

interface SubscriptionsTable {
  id: string;
  tier_id: string;
  user_id: UserId | null;
  status: SubscriptionStatus;
  billing_cycle: BillingCycle;
  /** The price per billing cycle that was agreed to at the start. */
  price_cents: number;
  /** The credit at the provider, which pays for later periods. */
  credit_cents: Generated<number>;
  current_period_start: Date;
  current_period_end: Date;
  trial_end: Date | null;
  created_at: Generated<Date>;
  /** Null: no provider renews the subscription. */
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
    subscription_tiers: TiersTable;
    tier_subscriptions: SubscriptionsTable;
  }
}
