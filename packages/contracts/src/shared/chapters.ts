/** Chapters of a recording. */
import { z } from 'zod';
import { textLine } from './fields.ts';

export const CHAPTERS_MAX = 100;
export const CHAPTER_TITLE_MAX = 100;

export const chapter = z.object({
  /** The position on the timeline of the recording. */
  startMs: z.int().nonnegative(),
  title: textLine(CHAPTER_TITLE_MAX).min(1, 'Enter a title.'),
});
export type Chapter = z.infer<typeof chapter>;

/** The chapters in any order. Two chapters cannot start at the same time. */
export const chapters = z
  .array(chapter)
  .max(CHAPTERS_MAX, `Use at most ${CHAPTERS_MAX} chapters.`)
  .transform((list) => list.toSorted((a, b) => a.startMs - b.startMs))
  .refine((list) => list.every(({ startMs }, i) => startMs !== list[i - 1]?.startMs), {
    error: 'Two chapters start at the same time. Give each its own.',
  });
