import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Generated } from 'kysely';

interface SavedStreamsTable {
  user_id: UserId;
  stream_id: StreamId;
  created_at: Generated<Date>;
}

interface WatchHistoryTable {
  user_id: UserId;
  stream_id: StreamId;
  first_watched_at: Date;
  last_watched_at: Date;
  seconds_watched: Generated<number>;
  /** The viewer's last position in its recording. */
  position_ms: number | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    saved_streams: SavedStreamsTable;
    watch_history: WatchHistoryTable;
  }
}
