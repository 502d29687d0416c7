import type { ClipId, ClipPermission } from '@tributary/contracts/clips';
import type { MediaRange } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated } from 'kysely';

interface ClipsTable {
  id: ClipId;
  stream_id: StreamId;
  streamer_id: UserId;
  creator_id: UserId;
  title: string;
  offset_ms: number;
  duration_ms: number;
  byte_length: number;
  has_thumbnail: Generated<boolean>;
  shows: ColumnType<MediaRange[] | null, string, never>;
  views: Generated<number>;
  created_at: Generated<Date>;
}

interface ClipSettingsTable {
  user_id: UserId;
  allowed_to: ClipPermission;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    clips: ClipsTable;
    clip_settings: ClipSettingsTable;
  }
}
