import type { Recording, RecordingVisibility, StreamId, UserId } from '@tributary/contracts';
import type { Generated } from 'kysely';

interface RecordingsTable {
  stream_id: StreamId;
  streamer_id: UserId;
  state: Generated<Recording['state']>;
  visibility: Generated<RecordingVisibility>;
  stopped_by: Recording['stoppedBy'];
  byte_length: Generated<number>;
  duration_ms: Generated<number>;
  created_at: Generated<Date>;
  starts_at: Date | null;
  deletion_announced_at: Date | null;
}

interface RecordingSettingsTable {
  user_id: UserId;
  records: boolean;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    recordings: RecordingsTable;
    recording_settings: RecordingSettingsTable;
  }
}
