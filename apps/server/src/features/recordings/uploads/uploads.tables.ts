import type { StreamId, Upload, UserId } from '@tributary/contracts';
import type { Generated } from 'kysely';

interface UploadsTable {
  id: StreamId;
  streamer_id: UserId;
  file_name: string;
  byte_length: number;
  received_bytes: Generated<number>;
  state: Generated<Upload['state']>;
  processed: Generated<number>;
  failure: string | null;
  attempt: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    uploads: UploadsTable;
  }
}
