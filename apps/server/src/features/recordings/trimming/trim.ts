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
}
