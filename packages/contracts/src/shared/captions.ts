/** The captions of a recording that viewers can choose. */
import { z } from 'zod';

export const captionTrack = z.object({
  language: z.string().describe('BCP 47 language tag'),
  /** The name by which viewers choose it. */
  label: z.string(),
  /** The URL of its WebVTT file, for viewers who may watch the recording. */
  url: z.string(),
});
export type CaptionTrack = z.infer<typeof captionTrack>;
