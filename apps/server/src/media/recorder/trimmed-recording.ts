/** What is kept of a recording: views of its index that begin and end with whole segments. */
import type { RecordingFile } from './recording-files.ts';
import type { RecordingView } from './recording-index.ts';

/** Segments of a run that follow one another. */
export interface KeptSegments {
  readonly run: string;
  readonly firstMsn: number;
  readonly lastMsn: number;
}

interface Range {
  readonly startMs: number;
  readonly endMs: number;
}

/** Whether viewers may have a file: what is no segment contains no media. */
export const isKept = (kept: readonly KeptSegments[], file: RecordingFile): boolean =>
  file.kind !== 'segment' ||
  kept.some(({ run, firstMsn, lastMsn }) => run === file.run && file.msn >= firstMsn && file.msn <= lastMsn);

/** The recording as viewers of what is kept see it. */
export function trimmedView(original: RecordingView, kept: readonly KeptSegments[]): RecordingView {
  const all = original.listed;
  const listed = kept.flatMap(({ run: path, firstMsn, lastMsn }) =>
    all
      .filter(({ run }) => run.path === path)
      .map(({ run, start, end }) => ({
        run,
        start: Math.max(start, run.firstFrom(firstMsn)),
        end: Math.min(end, run.firstFrom(lastMsn + 1)),
      }))
      .filter(({ start, end }) => start < end),
  );
  return { listed, track: (name) => original.track(name) };
}

/** Segments with their place on the time line, in seconds. */
function* placedSegments({ listed }: RecordingView) {
  let startSeconds = 0;
  for (const { run, start, end } of listed) {
    for (let row = start; row < end; row += 1) {
      const segment = run.at(row);
      const endSeconds = startSeconds + ((segment.video ?? segment.audio)?.seconds ?? 0);
      yield { run: run.path, msn: segment.msn, startSeconds, endSeconds };
      startSeconds = endSeconds;
    }
  }
}

/** Where each segment starts, and where the last one ends, in milliseconds. */
export function boundariesOf(view: RecordingView): number[] {
  const boundariesMs = [0];
  for (const { endSeconds } of placedSegments(view)) boundariesMs.push(Math.round(endSeconds * 1000));
  return boundariesMs;
}

/** The segments in ranges that begin and end at boundaries, in order. */
export function segmentsIn(view: RecordingView, ranges: readonly Range[]): KeptSegments[] {
  const kept: KeptSegments[] = [];
  /** Whether the segment before this one is the last of `kept`. */
  let continues = false;
  for (const { run, msn, startSeconds, endSeconds } of placedSegments(view)) {
    // Boundaries are rounded, which the middle of a segment survives.
    const middleMs = ((startSeconds + endSeconds) / 2) * 1000;
    const isInside = ranges.some(({ startMs, endMs }) => middleMs >= startMs && middleMs < endMs);
    const last = kept.at(-1);
    if (isInside && continues && last?.run === run) kept.splice(-1, 1, { ...last, lastMsn: msn });
    else if (isInside) kept.push({ run, firstMsn: msn, lastMsn: msn });
    continues = isInside;
  }
  return kept;
}
