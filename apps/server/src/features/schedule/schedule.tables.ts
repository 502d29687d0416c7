import type { Category, UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated } from 'kysely';

/** The driver would read a date as midnight in the time zone of the server, so that statements read it as text. */
type DayColumn = ColumnType<never, string, string>;

interface EntriesTable {
  id: string;
  streamer_id: UserId;
  title: string;
  category: Category | null;
  starts_on: DayColumn;
  start_minute: number;
  timezone: string;
  duration_minutes: number;
  weekdays: number[];
  ends_on: ColumnType<never, string | null, string | null>;
  planned_until: DayColumn;
  created_at: Generated<Date>;
}

interface ScheduledStreamsTable {
  id: string;
  streamer_id: UserId;
  entry_id: string | null;
  day: DayColumn;
  starts_at: Date;
  duration_minutes: number;
  title: string;
  category: Category | null;
  timezone: string;
  is_weekly: boolean;
  is_changed: Generated<boolean>;
  is_canceled: Generated<boolean>;
  changed_at: Date;
}

interface RemindersTable {
  scheduled_stream_id: string;
  user_id: UserId;
  created_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    schedule_entries: EntriesTable;
    scheduled_streams: ScheduledStreamsTable;
    schedule_reminders: RemindersTable;
  }
}
