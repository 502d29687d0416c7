import type {
  MediaRange,
  Recording,
  RecordingPolicy,
  RecordingQualities,
  RecordingVisibility,
} from '@tributary/contracts/recordings';
import type { Chapter, Storyboard, StreamId, UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { KeptSegments, StoredLadder } from '#media/recorder/index.ts';

/** A recording for subscribers is a public one of a stream that is gated for subscribers. */
export type StoredVisibility = Exclude<RecordingVisibility, 'subscribers'>;

/** What trimming keeps of the files of a recording. */
export interface Trim {
  /** Names the folder of the playlists, and of the files that are made from them. */
  readonly revision: string;
  readonly segments: readonly KeptSegments[];
  /** The same on the original time line. */
  readonly ranges: readonly MediaRange[];
  /** Of the original, as they were before. */
  readonly chapters: readonly Chapter[];
  /** Of the segments that are kept, and of the edges among them. Absent in recordings trimmed before it was stored. */
  readonly bytes?: { readonly kept: number; readonly edges: number };
  /** The wall times of what is cut. Absent in the same. */
  readonly cutTimes?: readonly MediaRange[];
}

/** A trimming whose edges are being encoded. */
export interface PendingTrim {
  readonly revision: string;
  readonly ranges: readonly MediaRange[];
  /** From 0 to 1. */
  readonly share: number;
  /** Absent where it was asked for before this was stored. */
  readonly askedAt?: string;
  /** Why it failed, as a sentence for the creator; null while it is being encoded. */
  readonly failure: string | null;
}

/** What the row of a trimmed recording says. */
export interface Trimmed {
  /** Null: the recording is whole. */
  readonly trim: Trim | null;
  readonly durationMs: number;
  /** As viewers see them. */
  readonly chapters: readonly Chapter[];
}

interface RecordingsTable {
  stream_id: StreamId;
  streamer_id: UserId;
  state: Generated<Recording['state']>;
  visibility: Generated<StoredVisibility>;
  stopped_by: Recording['stoppedBy'];
  byte_length: Generated<number>;
  duration_ms: Generated<number>;
  created_at: Generated<Date>;
  starts_at: Date | null;
  asks_at_end: Generated<boolean>;
  decide_by: Date | null;
  deletion_announced_at: Date | null;
  description: Generated<string>;
  chapters: ColumnType<Chapter[], string | undefined, string>;
  allows_download: Generated<boolean>;
  publish_at: Date | null;
  deleted_at: Date | null;
  /** The recording whose files a part plays that was split off; null: its own. */
  split_from: StreamId | null;
  /** Names the folder of its files. */
  media_id: GeneratedAlways<StreamId>;
  trim: ColumnType<Trim | null, string | null | undefined, string | null>;
  pending_trim: ColumnType<PendingTrim | null, undefined, string | null>;
  kept_byte_length: GeneratedAlways<number>;
  storyboard_byte_length: Generated<number>;
  storyboard: ColumnType<Storyboard | null, string | undefined, string | null>;
  storyboard_wanted_at: ColumnType<Date | null, Date | undefined, Date | null>;
  has_video: Generated<boolean>;
  download_byte_length: number | null;
  views: Generated<number>;
  watched_seconds: Generated<number>;
}

interface RecordingLaddersTable {
  stream_id: StreamId;
  state: Generated<RecordingQualities['state']>;
  names: Generated<string[]>;
  share: Generated<number>;
  ladder: ColumnType<StoredLadder | null, string | null | undefined, string | null>;
  revision: string | null;
  problem: string | null;
  failures: Generated<number>;
  held_until: Date | null;
  holder: string | null;
  updated_at: Generated<Date>;
}

interface RecordingSettingsTable {
  user_id: UserId;
  records: RecordingPolicy;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    recordings: RecordingsTable;
    recording_ladders: RecordingLaddersTable;
    recording_settings: RecordingSettingsTable;
  }
}
