import type { Gate } from '@tributary/contracts/channels';
import type { Category, StreamId, StreamLanguage, UserId } from '@tributary/contracts/shared';
import type { Generated, GeneratedAlways } from 'kysely';
import type { DisconnectReason } from '#media/reader.ts';
import type { ProcessId } from '#platform/processes/processes.tables.ts';

/** Why a stream was interrupted or ended. `lost`: its process stopped before it could record a reason. */
export const END_REASONS = [
  'unpublished',
  'connection_lost',
  'taken_over',
  'protocol_error',
  'unsupported_media',
  'stopped',
  'kicked',
  'at_capacity',
  'shutdown',
  'lost',
] as const satisfies readonly (DisconnectReason | 'lost')[];
export type EndReason = (typeof END_REASONS)[number];

interface StreamsTable {
  id: StreamId;
  streamer_id: UserId;
  title: string;
  category: Category;
  slug: string;
  thumbnail_url: string | null;
  current_viewers: number;
  peak_viewers: number;
  status: 'live' | 'ended';
  /** An upload never ran. */
  source: Generated<'live' | 'upload'>;
  /** Whether lists may show it. */
  is_published: Generated<boolean>;
  interrupted_at: Date | null;
  started_at: Date;
  seen_at: Date;
  ended_at: Date | null;
  end_reason: EndReason | null;
  tags: Generated<string[]>;
  is_mature: Generated<boolean>;
  /** Null: its creator states none. */
  language: StreamLanguage | null;
  has_custom_thumbnail: Generated<boolean>;
  watched_seconds: Generated<number>;
  views: Generated<number>;
  lasted_seconds: GeneratedAlways<number>;
  average_viewers: GeneratedAlways<number>;
  interrupted_cleanly: Generated<boolean>;
  awaits_encoder: Generated<boolean>;
  /** The process that serves the live stream; null: none, as after that process died. */
  owner_id: ProcessId | null;
  /** Hidden by an admin: the stream is in no list, and its page shows neither media nor thumbnail. */
  hidden_at: Date | null;
  hidden_by: UserId | null;
  hidden_reason: string | null;
  /** What people need to watch it; null: nothing. */
  gate_kind: Gate['kind'] | null;
  gate_id: string | null;
}

interface StreamFormerSlugsTable {
  streamer_id: UserId;
  slug: string;
  stream_id: StreamId;
}

interface StreamSamplesTable {
  stream_id: StreamId;
  at: Date;
  viewers: number;
  bitrate_kbps: number | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    streams: StreamsTable;
    stream_former_slugs: StreamFormerSlugsTable;
    stream_samples: StreamSamplesTable;
  }
}
