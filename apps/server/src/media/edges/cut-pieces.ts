/** Divides what is kept of a recording into whole segments, and edges that show parts of segments. */

import type { RecordingView } from '../recorder/recording-index.ts';
import { type PlacedSegment, placedSegments } from '../recorder/trimmed-recording.ts';
import { type ReadFile, readFrames } from './stored-frames.ts';

/** On the time line of the original. */
export interface Range {
  readonly startMs: number;
  readonly endMs: number;
}

export interface EdgePiece {
  readonly range: Range;
  /** The wall time of its first frame, in milliseconds since 1970. */
  readonly startsAtMs: number;
  /** The segments that it shows parts of. */
  readonly first: PlacedSegment;
  readonly last: PlacedSegment;
  /** Whether it begins and ends within them. */
  readonly cutsStart: boolean;
  readonly cutsEnd: boolean;
}

/** Ranges of whole segments, and edges, in order. */
export type Piece = { readonly range: Range; readonly edge: EdgePiece | null };

/**
 * A segment after an edge begins with a keyframe: otherwise, the edge shows it too.
 * @param ranges in order
 */
export async function piecesOf(
  view: RecordingView,
  ranges: readonly Range[],
  read: ReadFile,
): Promise<Piece[]> {
  const placed = [...placedSegments(view)];
  const edge = (first: PlacedSegment, last: PlacedSegment, { startMs, endMs }: Range): Piece => {
    const range = { startMs, endMs: Math.min(endMs, endOf(last)) };
    const runStart = placed.find(({ run }) => run === first.run) ?? first;
    const startsAtMs = first.run.startMs + startMs - startOf(runStart);
    const cutsStart = startMs > startOf(first);
    const cutsEnd = range.endMs < endOf(last);
    return { range, edge: { range, startsAtMs, first, last, cutsStart, cutsEnd } };
  };
  const pieces: Piece[] = [];
  for (const range of ranges) {
    let next = placed.findIndex((segment) => endOf(segment) > range.startMs);
    const final = placed.findLastIndex((segment) => startOf(segment) < range.endMs);
    const head = placed[next];
    const tail = placed[final];
    if (head === undefined || tail === undefined) continue;
    if (startOf(head) < range.startMs) {
      let last = next;
      while (last < final && !(await canStart(placed[last], placed[last + 1], read))) last += 1;
      pieces.push(edge(head, placed[last] ?? tail, range));
      next = last + 1;
    }
    const cutsEnd = endOf(tail) > range.endMs && final >= next;
    const whole = { startMs: startOf(placed[next] ?? tail), endMs: cutsEnd ? startOf(tail) : endOf(tail) };
    if (final >= next && whole.startMs < whole.endMs) pieces.push({ range: whole, edge: null });
    if (cutsEnd) pieces.push(edge(tail, tail, { startMs: startOf(tail), endMs: range.endMs }));
  }
  return pieces;
}

/** As the boundaries of segments are rounded. */
const startOf = ({ startSeconds }: PlacedSegment): number => Math.round(startSeconds * 1000);
const endOf = ({ endSeconds }: PlacedSegment): number => Math.round(endSeconds * 1000);

async function canStart(
  before: PlacedSegment | undefined,
  segment: PlacedSegment | undefined,
  read: ReadFile,
): Promise<boolean> {
  if (segment === undefined || segment.run !== before?.run) return true;
  const { run, row } = segment;
  const [frame] = await readFrames(run, 'video', { first: row, last: row }, read);
  return frame === undefined || frame.keyframe;
}
