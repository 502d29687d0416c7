import type { AlertSettings, DonationStatus } from '@tributary/contracts/donations';
import type { PaymentProvider } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

interface DonationPagesTable {
  creator_id: UserId;
  is_open: boolean;
  shows_recent: boolean;
  presets_cents: number[];
  goal_title: string | null;
  goal_cents: number | null;
  goal_started_at: Date | null;
  goal_ends_at: ColumnType<Date | null, string | null | undefined, string | null>;
}

interface DonationOverlaysTable {
  creator_id: UserId;
  version: number;
  settings: JSONColumnType<AlertSettings>;
}

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
  /** The refunded part of the amount. */
  refunded_amount: Generated<number>;
  message: Generated<string>;
  is_anonymous: Generated<boolean>;
  is_message_hidden: Generated<boolean>;
  guest_name: string | null;
  created_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    donations: DonationsTable;
    donation_pages: DonationPagesTable;
    donation_overlays: DonationOverlaysTable;
  }
}
