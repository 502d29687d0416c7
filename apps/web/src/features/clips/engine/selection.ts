/** The part of a stream that becomes a clip, in milliseconds of its recording. */
import { CLIP_CHOICE_MS, CLIP_MAX_MS, CLIP_MIN_MS } from '@tributary/contracts/clips';

export interface Selection {
  /** The available range. */
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

const FIRST_LENGTH_MS = 30_000;

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/**
 * @param at the watched position in milliseconds; null: the end
 * @returns null if the recording is too short
 */
export function firstSelection(lengthMs: number, at: number | null): Selection | null {
  const length = Math.floor(lengthMs);
  if (length < CLIP_MIN_MS) return null;
  const end = between(CLIP_MIN_MS, Math.round(at ?? length), length);
  // The range extends beyond the present position, since people react late or early.
  const to = at === null ? length : Math.min(length, end + CLIP_CHOICE_MS / 3);
  const from = Math.max(0, to - CLIP_CHOICE_MS);
  return { from, to, start: Math.max(from, end - FIRST_LENGTH_MS), end };
}

/** Moves the start. The end follows if the clip would become too short or too long. */
export function withStart(selection: Selection, value: number): Selection {
  const start = between(selection.from, value, selection.to - CLIP_MIN_MS);
  return { ...selection, start, end: between(start + CLIP_MIN_MS, selection.end, start + CLIP_MAX_MS) };
}

/** Moves the end. The start follows if the clip would become too short or too long. */
export function withEnd(selection: Selection, value: number): Selection {
  const end = between(selection.from + CLIP_MIN_MS, value, selection.to);
  return { ...selection, end, start: between(end - CLIP_MAX_MS, selection.start, end - CLIP_MIN_MS) };
}
