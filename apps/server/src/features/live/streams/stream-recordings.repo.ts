/** How the feature that records streams adds the recordings to what people see of streams, in the same statement. */
import type { CaptionTrack, Chapter, Storyboard } from '@tributary/contracts/shared';
import { type RawBuilder, sql } from 'kysely';

/** Of a stream's recording, as JSON. */
export interface StoredRecording {
  /** Null until something is stored. */
  readonly startsAt: string | null;
  /** Null while it grows. */
  readonly durationMs: number | null;
  readonly visibility: 'public' | 'unlisted' | 'private';
  readonly views: number;
  readonly description: string;
  readonly chapters: Chapter[];
  readonly captions: readonly Pick<CaptionTrack, 'language' | 'label'>[];
  readonly allowsDownload: boolean;
  /** That of a finished recording; null also where it has none. */
  readonly storyboard: Storyboard | null;
}

export interface StreamRecordings {
  /** The recording of the stream `s` that grows or is finished; null where there is none. */
  readonly recording: RawBuilder<StoredRecording | null>;
  /** How often the recording of the stream `s` was watched. */
  readonly views: RawBuilder<number>;
  /** Whether everybody may find the recording of the stream `s`, or will once it is stored. */
  readonly isFindable: RawBuilder<boolean>;
}

export const NO_RECORDINGS: StreamRecordings = {
  recording: sql<StoredRecording | null>`NULL::json`,
  views: sql<number>`0`,
  isFindable: sql<boolean>`false`,
};
