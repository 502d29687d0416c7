/** Captions as they are typed. */
import {
  CAPTION_TEXT_MAX,
  type CaptionCue,
  captionText,
  formatCaptionTime,
  parseCaptionTime,
} from '@tributary/contracts/recordings';
import { t } from '@/lib/messages/t.ts';
import { parseClock } from '../clock-text.ts';

export interface CueRow {
  readonly key: number;
  readonly start: string;
  readonly end: string;
  readonly text: string;
}

/** How long a caption is shown that is added while the preview plays. */
const NEW_CUE_MS = 2000;

let made = 0;

export const rowOf = ({ startMs, endMs, text }: CaptionCue): CueRow => ({
  key: ++made,
  start: formatCaptionTime(startMs),
  end: formatCaptionTime(endMs),
  text,
});

/** `0:07` and `1:02:03` as well as `00:00:07.500`. */
const timeOf = (text: string): number | null => parseCaptionTime(text.trim()) ?? parseClock(text);

export interface RowProblem {
  /** From 0 on. */
  readonly row: number;
  readonly message: string;
}

/** @returns captions in the order of their rows, or what keeps them from being saved */
export function cuesOf(
  rows: readonly CueRow[],
  durationMs: number,
): { readonly cues: readonly CaptionCue[]; readonly problems: readonly RowProblem[] } {
  const cues: CaptionCue[] = [];
  const problems: RowProblem[] = [];
  for (const [row, { start, end, text: typed }] of rows.entries()) {
    const [startMs, endMs, text] = [timeOf(start), timeOf(end), captionText(typed)];
    if (startMs === null || endMs === null) {
      const wrong = startMs === null ? start : end;
      problems.push({ row, message: t('recordings.cue.notTime', { text: wrong }) });
    } else if (endMs <= startMs) {
      problems.push({ row, message: t('recordings.cue.order', { end, start }) });
    } else if (startMs >= durationMs) {
      const last = formatCaptionTime(durationMs);
      problems.push({ row, message: t('recordings.cue.afterEnd', { start, last }) });
    } else if (text === '' || text.length > CAPTION_TEXT_MAX) {
      const message =
        text === ''
          ? t('recordings.cue.length', { max: CAPTION_TEXT_MAX })
          : t('recordings.cue.tooLong', { max: CAPTION_TEXT_MAX, length: text.length });
      problems.push({ row, message });
    } else cues.push({ startMs, endMs, text });
  }
  return { cues, problems };
}

/** @returns the rows with a new one at its place, and its index */
export function withNewCue(
  rows: readonly CueRow[],
  startMs: number,
): { rows: readonly CueRow[]; at: number } {
  const after = rows.findIndex(({ start }) => (timeOf(start) ?? 0) > startMs);
  const at = after < 0 ? rows.length : after;
  return { rows: rows.toSpliced(at, 0, rowOf({ startMs, endMs: startMs + NEW_CUE_MS, text: '' })), at };
}

/** Times that cannot be read stay as they are. @returns null where a caption would begin before 0 */
export function shifted(rows: readonly CueRow[], byMs: number): readonly CueRow[] | null {
  const move = (text: string) => {
    const ms = timeOf(text);
    return ms === null ? text : ms + byMs < 0 ? null : formatCaptionTime(ms + byMs);
  };
  const moved: CueRow[] = [];
  for (const row of rows) {
    const [start, end] = [move(row.start), move(row.end)];
    if (start === null || end === null) return null;
    moved.push({ ...row, start, end });
  }
  return moved;
}
