/** Captions of a recording, as players choose them. */
import { z } from 'zod';

export const captionTrack = z.object({
  language: z.string().describe('BCP 47 language tag'),
  /** What viewers choose it by. */
  label: z.string(),
  /** Of its WebVTT file, which those who may watch the recording can read. */
  url: z.string(),
});
export type CaptionTrack = z.infer<typeof captionTrack>;
