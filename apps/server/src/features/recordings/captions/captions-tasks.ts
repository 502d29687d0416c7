/** What takes a second for a large file: reading and writing captions, and moving their times. */
import {
  CAPTIONS_MAX_BYTES,
  type CaptionProblem,
  type MediaRange,
  NO_CAPTIONS,
  parseCaptions,
  writeWebVtt,
} from '@tributary/contracts/recordings';
import { restoreCaptions, trimCaptions } from './trimmed-captions.ts';

export type CaptionTask =
  | {
      /** Reads a file from a creator and writes what it says anew, on the original time line. */
      readonly type: 'rewrite';
      readonly file: string;
      /** Of the recording as viewers see it. */
      readonly durationMs: number;
      /** What trimming keeps, and the captions of the original before. */
      readonly trimmed: { readonly ranges: readonly MediaRange[]; readonly before: string } | null;
    }
  | {
      /** Moves stored captions to the time line of viewers. */
      readonly type: 'trim';
      readonly webvtt: string;
      readonly ranges: readonly MediaRange[];
    };

export type CaptionResult =
  | { readonly webvtt: string }
  | { readonly problems: readonly CaptionProblem[] }
  | { readonly isTooLarge: true };

export function performCaptionTask(task: CaptionTask): CaptionResult {
  if (task.type === 'trim')
    return { webvtt: writeWebVtt(trimCaptions(task.ranges, parseCaptions(task.webvtt).cues)) };
  const { file, durationMs, trimmed } = task;
  const { cues, problems } = parseCaptions(file, { durationMs });
  if (problems.length > 0) return { problems };
  if (cues.length === 0) return { problems: [{ line: 1, message: NO_CAPTIONS }] };
  const webvtt = writeWebVtt(
    trimmed === null ? cues : restoreCaptions(trimmed.ranges, parseCaptions(trimmed.before).cues, cues),
  );
  return Buffer.byteLength(webvtt) > CAPTIONS_MAX_BYTES ? { isTooLarge: true } : { webvtt };
}
