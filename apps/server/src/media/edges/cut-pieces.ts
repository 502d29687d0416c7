/** Divides the kept ranges of a recording into whole segments, and edges that show parts of segments. */
import { type RecordingView, type TimedSegment, timedSegments } from '../recorder/recording-view.ts';
import type { MediaRange } from '../recorder/trimmed-recording.ts';
import { type ReadFile, readFrames } from './stored-frames.ts';

export interface EdgePiece {
  readonly range: MediaRange;
  /** The wall time of its first frame, in milliseconds since 1970. */
  readonly startsAtMs: number;
  /** The first and the last segment that it shows parts of. */
  readonly first: TimedSegment;
  readonly last: TimedSegment;
  /** Whether it begins or ends within these segments. */
  readonly cutsStart: boolean;
  readonly cutsEnd: boolean;
}

/** Whole segments if `edge` is null, otherwise an edge. */
export interface Piece {
  readonly range: MediaRange;
  readonly edge: EdgePiece | null;
}

/**
 * Divides ranges into pieces. A segment after an edge begins with a keyframe: otherwise, the edge shows it too.
 * @param ranges the kept ranges, in order
 * @returns the pieces that show them, in order
 */
export async function piecesOf(
  view: RecordingView,
  ranges: readonly MediaRange[],
  read: ReadFile,
): Promise<Piece[]> {
  const timed = [...timedSegments(view)];
  const edge = (first: TimedSegment, last: TimedSegment, { startMs, endMs }: MediaRange): Piece => {
    const range = { startMs, endMs: Math.min(endMs, endOf(last)) };
    const runStart = timed.find(({ run }) => run === first.run) ?? first;
    const startsAtMs = first.run.startMs + startMs - startOf(runStart);
    const cutsStart = startMs > startOf(first);
    const cutsEnd = range.endMs < endOf(last);
    return { range, edge: { range, startsAtMs, first, last, cutsStart, cutsEnd } };
  };
  const pieces: Piece[] = [];
  for (const range of ranges) {
    let next = timed.findIndex((segment) => endOf(segment) > range.startMs);
    const final = timed.findLastIndex((segment) => startOf(segment) < range.endMs);
    const head = timed[next];
    const tail = timed[final];
    if (head === undefined || tail === undefined) continue;
    if (startOf(head) < range.startMs) {
      let last = next;
      while (last < final && !(await canStart(timed[last], timed[last + 1], read))) last += 1;
      pieces.push(edge(head, timed[last] ?? tail, range));
      next = last + 1;
    }
    const cutsEnd = endOf(tail) > range.endMs && final >= next;
    const whole = { startMs: startOf(timed[next] ?? tail), endMs: cutsEnd ? startOf(tail) : endOf(tail) };
    if (final >= next && whole.startMs < whole.endMs) pieces.push({ range: whole, edge: null });
    if (cutsEnd) pieces.push(edge(tail, tail, { startMs: startOf(tail), endMs: range.endMs }));
  }
  return pieces;
}

/** The start in milliseconds, rounded like the boundaries of segments. */
const startOf = ({ startSeconds }: TimedSegment): number => Math.round(startSeconds * 1000);
const endOf = ({ endSeconds }: TimedSegment): number => Math.round(endSeconds * 1000);

async function canStart(
  before: TimedSegment | undefined,
  segment: TimedSegment | undefined,
  read: ReadFile,
): Promise<boolean> {
  if (segment === undefined || segment.run !== before?.run) return true;
  const { run, row } = segment;
  const [frame] = await readFrames(run, 'video', { first: row, last: row }, read);
  return frame === undefined || frame.keyframe;
}
