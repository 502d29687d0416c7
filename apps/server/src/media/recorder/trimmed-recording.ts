/** What is kept of a recording: views of its index, with edges in place of segments that are kept in part. */
import type { RecordingFile } from './recording-files.ts';
import type { RecordedRun, RecordingIndex, RecordingView } from './recording-index.ts';
import { segmentsOf } from './recording-playlists.ts';

interface Range {
  readonly startMs: number;
  readonly endMs: number;
}

/** Segments of a run that follow one another. */
export interface KeptSegments {
  readonly run: string;
  readonly firstMsn: number;
  readonly lastMsn: number;
  /** Of an edge: what it shows of the original. */
  readonly shows?: Range | undefined;
}

/** Whether viewers may have a file: files other than segments contain no media. */
export const isKept = (kept: readonly KeptSegments[], file: RecordingFile): boolean =>
  file.kind !== 'segment' ||
  kept.some(({ run, firstMsn, lastMsn }) => run === file.run && file.msn >= firstMsn && file.msn <= lastMsn);

/** The recording as viewers of what is kept see it. */
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

/** The bytes of the segments that a view lists. */
export function byteLengthOf({ listed }: RecordingView): number {
  let byteLength = 0;
  for (const { video, audio } of segmentsOf(listed))
    byteLength += (video?.byteLength ?? 0) + (audio?.byteLength ?? 0);
  return byteLength;
}

export interface PlacedSegment {
  readonly run: RecordedRun;
  readonly row: number;
  /** On the time line, in seconds. */
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export function* placedSegments({ listed }: RecordingView): Generator<PlacedSegment> {
  let startSeconds = 0;
  for (const { run, start, end } of listed) {
    for (let row = start; row < end; row += 1) {
      const { video, audio } = run.at(row);
      const endSeconds = startSeconds + ((video ?? audio)?.seconds ?? 0);
      yield { run, row, startSeconds, endSeconds };
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

/** The wall times of ranges, in milliseconds since 1970; runs may have pauses between them. */
export function wallRangesOf(view: RecordingView, ranges: readonly Range[]): Range[] {
  const spans = new Map<RecordedRun, Range>();
  for (const { run, startSeconds, endSeconds } of placedSegments(view)) {
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
export function segmentsIn(view: RecordingView, ranges: readonly Range[]): KeptSegments[] {
  const kept: KeptSegments[] = [];
  /** Whether the segment before this one is the last of `kept`. */
  let continues = false;
  for (const { run: recorded, row, startSeconds, endSeconds } of placedSegments(view)) {
    const [run, { msn }] = [recorded.path, recorded.at(row)];
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
