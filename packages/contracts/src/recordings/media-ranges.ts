/**
 * What trimming keeps of a recording, as ranges of its original time line. Viewers see them one after another, on a time
 * line of their own. Ranges are in order and do not touch each other.
 */
import type { Chapter } from '../shared/chapters.ts';

export interface MediaRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** How long the ranges last together. */
export const keptMs = (ranges: readonly MediaRange[]): number =>
  ranges.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/**
 * Moves ranges in any order to the nearest boundaries of segments, and joins those that touch. A range between two
 * boundaries vanishes.
 * @param boundariesMs in order: where each segment starts, and where the last one ends
 */
export function snapRanges(ranges: readonly MediaRange[], boundariesMs: readonly number[]): MediaRange[] {
  const snapped = ranges.map(({ startMs, endMs }) => ({
    startMs: nearest(boundariesMs, startMs),
    endMs: nearest(boundariesMs, endMs),
  }));
  return joinRanges(snapped, { startMs: 0, endMs: boundariesMs.at(-1) ?? 0 });
}

/** Puts ranges in any order in order, within a window, and joins those that touch. */
export function joinRanges(ranges: readonly MediaRange[], window: MediaRange): MediaRange[] {
  const joined: MediaRange[] = [];
  for (const { startMs, endMs } of clipRanges(ranges, window).sort((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last === undefined || last.endMs < startMs) joined.push({ startMs, endMs });
    else joined.splice(-1, 1, { startMs: last.startMs, endMs: Math.max(last.endMs, endMs) });
  }
  return joined;
}

function nearest(boundariesMs: readonly number[], ms: number): number {
  let [low, high] = [0, Math.max(0, boundariesMs.length - 1)];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((boundariesMs[middle] ?? 0) <= ms) low = middle;
    else high = middle;
  }
  const [before = 0, after = 0] = [boundariesMs[low], boundariesMs[high]];
  return ms - before <= after - ms ? before : after;
}

/** What is in the ranges and in the window. */
export const clipRanges = (ranges: readonly MediaRange[], window: MediaRange): MediaRange[] =>
  ranges
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, window.startMs),
      endMs: Math.min(endMs, window.endMs),
    }))
    .filter(({ startMs, endMs }) => startMs < endMs);

/** What is in the window and in none of the ranges. */
export function cutRanges(ranges: readonly MediaRange[], window: MediaRange): MediaRange[] {
  const edges = [window.startMs, ...ranges.flatMap(({ startMs, endMs }) => [startMs, endMs]), window.endMs];
  const gaps: MediaRange[] = [];
  for (let i = 0; i < edges.length; i += 2) gaps.push({ startMs: edges[i] ?? 0, endMs: edges[i + 1] ?? 0 });
  return clipRanges(gaps, window);
}

/** A time of the original for viewers: one that is cut is the moment of the cut. */
export const toTrimmed = (ranges: readonly MediaRange[], originalMs: number): number =>
  keptMs(clipRanges(ranges, { startMs: 0, endMs: originalMs }));

/** A viewer's time on the original time line. The moment of a cut is what follows it. */
export function toOriginal(ranges: readonly MediaRange[], trimmedMs: number): number {
  let left = trimmedMs;
  for (const { startMs, endMs } of ranges) {
    if (left < endMs - startMs) return startMs + left;
    left -= endMs - startMs;
  }
  return ranges.at(-1)?.endMs ?? 0;
}

/** What a window of the viewers' time line shows of the original. */
export function toOriginalRanges(ranges: readonly MediaRange[], window: MediaRange): MediaRange[] {
  let before = 0;
  return ranges.flatMap((range) => {
    const shift = range.startMs - before;
    before += range.endMs - range.startMs;
    return clipRanges([range], { startMs: window.startMs + shift, endMs: window.endMs + shift });
  });
}

/** A chapter of the original, and as viewers see it; null where nothing of it is kept. */
export interface TrimmedChapter {
  readonly original: Chapter;
  readonly trimmed: Chapter | null;
}

/** A chapter whose start is cut starts with what is kept of it. @param chapters of the original, in order */
export function trimChapters(ranges: readonly MediaRange[], chapters: readonly Chapter[]): TrimmedChapter[] {
  return chapters.map((original, i) => {
    const endMs = chapters[i + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const isKept = clipRanges(ranges, { startMs: original.startMs, endMs }).length > 0;
    return {
      original,
      trimmed: isKept ? { ...original, startMs: toTrimmed(ranges, original.startMs) } : null,
    };
  });
}

/**
 * The chapters of the original, after its creator may have changed those of what was kept.
 * @param before the trimming, on the original time line
 * @param current as viewers see them
 */
export function restoreChapters(
  ranges: readonly MediaRange[],
  before: readonly Chapter[],
  current: readonly Chapter[],
): Chapter[] {
  const placed = trimChapters(ranges, before);
  const restored = new Map<number, Chapter>();
  for (const { original, trimmed } of placed) if (trimmed === null) restored.set(original.startMs, original);
  for (const chapter of current) {
    const known = placed.find(
      ({ trimmed }) => trimmed?.startMs === chapter.startMs && trimmed.title === chapter.title,
    );
    const original = known?.original ?? { ...chapter, startMs: toOriginal(ranges, chapter.startMs) };
    restored.set(original.startMs, original);
  }
  return [...restored.values()].sort((a, b) => a.startMs - b.startMs);
}
