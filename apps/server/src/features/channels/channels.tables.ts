import type { Gate } from '@tributary/contracts/channels';
import type { StreamLanguage, UserId } from '@tributary/contracts/shared';
import type { Generated } from 'kysely';

interface StreamerDataTable {
  user_id: UserId;
  total_earnings: Generated<number>;
  total_views: Generated<number>;
  total_donations: Generated<number>;
  rtmp_key: string | null;
  stream_key: string;
  stream_key_hash: Buffer;
  previous_stream_key_hash: Buffer | null;
  stream_key_created_at: Generated<Date>;
  is_verified: Generated<boolean>;
  verification_badge_url: string | null;
  stream_title: string | null;
  stream_category: string | null;
  stream_tags: Generated<string[]>;
  stream_is_mature: Generated<boolean>;
  stream_language: StreamLanguage | null;
  stream_thumbnail_url: Generated<string | null>;
  /** The gate of streams that the channel starts now. */
  stream_gate_kind: Gate['kind'] | null;
  stream_gate_id: string | null;
  /** The gate that the channel returns to after an event. */
  regular_gate_kind: Gate['kind'] | null;
  regular_gate_id: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    streamer_data: StreamerDataTable;
  }
}
