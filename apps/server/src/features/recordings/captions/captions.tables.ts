import type { StreamId } from '@tributary/contracts/shared';
import type { Generated } from 'kysely';

interface RecordingCaptionsTable {
  stream_id: StreamId;
  language: string;
  label: string;
  webvtt: string;
  byte_length: number;
  trimmed_webvtt: string | null;
  trimmed_revision: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    recording_captions: RecordingCaptionsTable;
  }
}
