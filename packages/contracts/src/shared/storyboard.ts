/** Small frames of a recording at regular intervals, in sheets: one image of several tiles each. */
import { z } from 'zod';

export const storyboard = z.object({
  /**
   * The prefix of the sheets: sheet n, from 0, is `{url}/{n}.webp`. Viewers who may watch the recording may read it.
   */
  url: z.string(),
  /** The part of the recording that each tile covers. */
  intervalMs: z.int().positive(),
  /**
   * The number of tiles in all sheets. The last sheet may have fewer than the others. Null while the recording grows:
   * its tiles count the wall time since it began, including interruptions of the stream.
   */
  tiles: z.int().positive().nullable(),
  /** The columns of a sheet, whose tiles are in rows from left to right. */
  columns: z.int().positive(),
  rows: z.int().positive(),
});
export type Storyboard = z.infer<typeof storyboard>;
