/** Small frames of a recording at regular intervals, in sheets: one image of several tiles each. */
import { z } from 'zod';

export const storyboard = z.object({
  /** Sheet n, from 0, is `{url}/{n}.webp`. Who may watch the recording may read it. */
  url: z.string(),
  /** How much of the recording each tile covers. */
  intervalMs: z.int().positive(),
  /**
   * In all sheets. The last one may have fewer than the others. Null while the recording grows: its tiles count the wall
   * time since it began, also what its stream was interrupted for.
   */
  tiles: z.int().positive().nullable(),
  /** Of a sheet, whose tiles are in rows from left to right. */
  columns: z.int().positive(),
  rows: z.int().positive(),
});
export type Storyboard = z.infer<typeof storyboard>;
