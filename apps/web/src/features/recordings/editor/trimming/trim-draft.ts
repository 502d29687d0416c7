/** What a creator is about to keep of a recording, in milliseconds of the original. */
import { cutRanges, keptMs, type MediaRange, type RecordingTrim, snapRanges } from '@tributary/contracts';
import { formatClock } from '@/lib/format.ts';

export interface TrimDraft {
  /** From the first frame that is kept to the last one. */
  readonly window: MediaRange;
  /** What is cut out of it, as it is entered. */
  readonly cuts: readonly MediaRange[];
}

export const durationOf = ({ boundariesMs }: RecordingTrim): number => boundariesMs.at(-1) ?? 0;

/** What is kept now. */
export function draftOf({ kept }: Pick<RecordingTrim, 'kept'>): TrimDraft {
  const window = { startMs: kept[0]?.startMs ?? 0, endMs: kept.at(-1)?.endMs ?? 0 };
  return { window, cuts: cutRanges(kept, window) };
}

/** What would be kept: whole segments. */
export function keptOf({ window, cuts }: TrimDraft, { boundariesMs }: RecordingTrim): MediaRange[] {
  const [snapped] = snapRanges([window], boundariesMs);
  return snapped === undefined ? [] : cutRanges(snapRanges(cuts, boundariesMs), snapped);
}

const MOST_NAMED = 3;

/** As players show it. */
export const clockOf = (ms: number): string => formatClock(ms / 1000);

/** A sentence about what is kept of a recording that lasts `durationMs`. */
export function summaryOf(kept: readonly MediaRange[], durationMs: number): string {
  const total = clockOf(durationMs);
  if (kept.length === 0) return 'Keeps nothing. Choose a longer part.';
  if (keptMs(kept) === durationMs) return `Keeps everything, ${total}`;
  const parts = kept.map(({ startMs, endMs }) => `${clockOf(startMs)}–${clockOf(endMs)}`);
  if (parts.length === 1) return `Keeps ${parts[0]} of ${total}`;
  const named =
    parts.length <= MOST_NAMED ? new Intl.ListFormat('en').format(parts) : `${parts.length} parts`;
  return `Keeps ${named} of ${total}, ${clockOf(keptMs(kept))} in all`;
}
