/** Small frames of a recording at regular intervals, in sheets: one image of several tiles each. */
import { z } from 'zod';

export const storyboard = z.object({
  /** Sheet n, from 0, is `{url}/{n}.webp`. Who may watch the recording may read it. */
  url: z.string(),
  /** How much of the recording each tile covers. */
  intervalMs: z.int().positive(),
  /** In all sheets. The last one may have fewer than the others. */
  tiles: z.int().positive(),
  /** Of a sheet, whose tiles are in rows from left to right. */
  columns: z.int().positive(),
  rows: z.int().positive(),
});
export type Storyboard = z.infer<typeof storyboard>;
