/** What trimming keeps of a recording's files. */
import type { Chapter, MediaRange } from '@tributary/contracts';
import type { KeptSegments } from '#media/recorder/index.ts';

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
