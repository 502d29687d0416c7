import type { EventStatus } from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated } from 'kysely';

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
  /** The driver reads PostgreSQL's numeric as text. */
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

interface EventRemindersTable {
  event_id: string;
  user_id: UserId;
  created_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    ppv_events: EventsTable;
    event_reminders: EventRemindersTable;
  }
}
