/** What a creator is about to keep of a recording, in milliseconds of the original. */
import {
  cutRanges,
  joinRanges,
  keptMs,
  type MediaRange,
  type RecordingTrim,
  snapRanges,
} from '@tributary/contracts/recordings';
import { formatClock } from '@/lib/format/times.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';

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

/** Whether something begins or ends between keyframes. */
export const isBetweenKeyframes = (
  kept: readonly MediaRange[],
  { boundariesMs }: Pick<RecordingTrim, 'boundariesMs'>,
): boolean =>
  kept.some(({ startMs, endMs }) => !boundariesMs.includes(startMs) || !boundariesMs.includes(endMs));

/** What would be kept: whole segments unless it is exact. */
export function keptOf(
  { window, cuts }: TrimDraft,
  { boundariesMs }: Pick<RecordingTrim, 'boundariesMs'>,
  isExact = false,
): MediaRange[] {
  if (isExact) {
    const endMs = Math.min(window.endMs, boundariesMs.at(-1) ?? 0);
    return cutRanges(joinRanges(cuts, window), { startMs: window.startMs, endMs });
  }
  const [snapped] = snapRanges([window], boundariesMs);
  return snapped === undefined ? [] : cutRanges(snapRanges(cuts, boundariesMs), snapped);
}

const MOST_NAMED = 3;

/** As players show it. */
export const clockOf = (ms: number): string => formatClock(ms / 1000);

/** With the milliseconds that players leave out. */
export const exactClockOf = (ms: number): string =>
  clockOf(ms) + (ms % 1000 === 0 ? '' : `.${String(Math.round(ms % 1000)).padStart(3, '0')}`);

/** A sentence about what is kept of a recording that lasts `durationMs`. */
export function summaryOf(kept: readonly MediaRange[], durationMs: number, clock = clockOf): string {
  const total = clock(durationMs);
  if (kept.length === 0) return t('recordings.trim.keepsNothing');
  if (keptMs(kept) === durationMs) return t('recordings.trim.keepsAll', { total });
  const parts = kept.map(({ startMs, endMs }) => `${clock(startMs)}–${clock(endMs)}`);
  const [first] = parts;
  if (parts.length === 1 && first) return t('recordings.trim.keepsOne', { part: first, total });
  const inAll = clock(keptMs(kept));
  return parts.length <= MOST_NAMED
    ? t('recordings.trim.keepsListed', {
        parts: new Intl.ListFormat(locale()).format(parts),
        total,
        kept: inAll,
      })
    : t('recordings.trim.keepsParts', { count: parts.length, total, kept: inAll });
}
