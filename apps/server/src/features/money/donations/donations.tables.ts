import type { AlertSettings } from '@tributary/contracts/donations';
import type { UserId } from '@tributary/contracts/shared';
import type { ColumnType, JSONColumnType } from 'kysely';

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

declare module '#platform/db/schema.ts' {
  interface Schema {
    donation_pages: DonationPagesTable;
    donation_overlays: DonationOverlaysTable;
  }
}
