import type { EntryKind } from '@tributary/contracts/live';
import type { StreamId } from '@tributary/contracts/shared';

interface StreamEntriesTable {
  stream_id: StreamId;
  /** UTC, as `2026-11-28`. */
  day: string;
  kind: EntryKind;
  host: string;
  viewers: number;
}

interface StreamMinutesTable {
  stream_id: StreamId;
  is_live: boolean;
  minute: number;
  started: number;
  watched: number;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    stream_entries: StreamEntriesTable;
    stream_minutes: StreamMinutesTable;
  }
}
