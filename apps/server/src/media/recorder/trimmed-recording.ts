/** Trimmed recordings: views of an index, with edges in place of segments that are kept in part. */
import type { RecordedRun } from './recorded-run.ts';
import type { RecordingFile } from './recording-files.ts';
import type { RecordingIndex } from './recording-index.ts';
import { type RecordingView, timedSegments } from './recording-view.ts';

/** A range on the timeline of the original. */
export interface MediaRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** Consecutive segments of a run. */
export interface KeptSegments {
  readonly run: string;
  readonly firstMsn: number;
  readonly lastMsn: number;
  /** For an edge, the range of the original that it shows. */
  readonly shows?: MediaRange | undefined;
}

/** Whether viewers may get a file. Files other than segments contain no media. */
export function isKept(kept: readonly KeptSegments[], file: RecordingFile): boolean {
  if (file.kind !== 'segment' && file.kind !== 'rendition') return true;
  const { run, msn } = file;
  if (msn === null) return true;
  return kept.some((one) => one.run === run && msn >= one.firstMsn && msn <= one.lastMsn);
}

/** The recording with only its kept segments. */
export function trimmedView(original: RecordingIndex, kept: readonly KeptSegments[]): RecordingView {
  const all = original.listed;
  const listed = kept.flatMap(({ run: path, firstMsn, lastMsn }) => {
    const edge = original.edge(path);
    const runs = edge
      ? [{ run: edge, start: 0, end: edge.size }]
      : all.filter(({ run }) => run.path === path);
    return runs
      .map(({ run, start, end }) => ({
        run,
        start: Math.max(start, run.firstFrom(firstMsn)),
        end: Math.min(end, run.firstFrom(lastMsn + 1)),
      }))
      .filter(({ start, end }) => start < end);
  });
  return { listed, track: (name) => original.track(name) };
}

/** The start of each segment, and the end of the last one, in milliseconds. */
export function boundariesOf(view: RecordingView): number[] {
  const boundariesMs = [0];
  for (const { endSeconds } of timedSegments(view)) boundariesMs.push(Math.round(endSeconds * 1000));
  return boundariesMs;
}

/** The wall times of ranges, in milliseconds since 1970; runs may have pauses between them. */
export function wallRangesOf(view: RecordingView, ranges: readonly MediaRange[]): MediaRange[] {
  const spans = new Map<RecordedRun, MediaRange>();
  for (const { run, startSeconds, endSeconds } of timedSegments(view)) {
    const startMs = spans.get(run)?.startMs ?? startSeconds * 1000;
    spans.set(run, { startMs, endMs: endSeconds * 1000 });
  }
  return [...spans].flatMap(([run, span]) =>
    ranges
      .map(({ startMs, endMs }) => ({
        startMs: Math.round(run.startMs + Math.max(0, startMs - span.startMs)),
        endMs: Math.round(run.startMs + Math.min(endMs, span.endMs) - span.startMs),
      }))
      .filter(({ startMs, endMs }) => startMs < endMs),
  );
}

/** The segments in ranges that begin and end at boundaries, in order. */
export function segmentsIn(view: RecordingView, ranges: readonly MediaRange[]): KeptSegments[] {
  const kept: KeptSegments[] = [];
  /** Whether the segment before this one is the last of `kept`. */
  let continues = false;
  for (const { run: recorded, row, startSeconds, endSeconds } of timedSegments(view)) {
    const [run, { msn }] = [recorded.path, recorded.at(row)];
    // Boundaries are rounded, so the middle of a segment decides.
    const middleMs = ((startSeconds + endSeconds) / 2) * 1000;
    const isInside = ranges.some(({ startMs, endMs }) => middleMs >= startMs && middleMs < endMs);
    const last = kept.at(-1);
    if (isInside && continues && last?.run === run) kept.splice(-1, 1, { ...last, lastMsn: msn });
    else if (isInside) kept.push({ run, firstMsn: msn, lastMsn: msn });
    continues = isInside;
  }
  return kept;
}
