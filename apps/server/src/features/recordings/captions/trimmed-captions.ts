/** Captions are stored with the times of the original; viewers and creators see those of what trimming keeps. */
import { type CaptionCue, type MediaRange, toOriginal, toTrimmed } from '@tributary/contracts/recordings';

/** Captions of what is kept. One that begins or ends in a cut is shown for the rest of its time. */
export const trimCaptions = (ranges: readonly MediaRange[], cues: readonly CaptionCue[]): CaptionCue[] =>
  cues
    .map((cue) => ({
      ...cue,
      startMs: toTrimmed(ranges, cue.startMs),
      endMs: toTrimmed(ranges, cue.endMs),
    }))
    .filter(({ startMs, endMs }) => startMs < endMs);

/**
 * The captions of the original, after its creator has changed those of what is kept.
 * @param before on the original time line
 * @param current as viewers see them
 */
export function restoreCaptions(
  ranges: readonly MediaRange[],
  before: readonly CaptionCue[],
  current: readonly CaptionCue[],
): CaptionCue[] {
  const cut = before.filter((cue) => trimCaptions(ranges, [cue]).length === 0);
  const kept = current.map((cue) => ({
    ...cue,
    startMs: toOriginal(ranges, cue.startMs),
    // Not the moment of a cut itself, which is what follows it.
    endMs: toOriginal(ranges, cue.endMs - 1) + 1,
  }));
  return [...cut, ...kept].sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}
