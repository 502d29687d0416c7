import type { Upload } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Generated } from 'kysely';

/** Where an upload waits for its turn. */
export type Lane = 'small' | 'large';

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
  lane: Generated<Lane>;
  queued_at: Generated<Date>;
  held_until: Date | null;
  attempts: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    uploads: UploadsTable;
  }
}
