/** Makes the files of a trimming: playlists of what is kept, and the edges of exact cuts. */
import {
  cutRanges,
  joinRanges,
  keptMs,
  type MediaRange,
  restoreChapters,
  trimChapters,
} from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import { copyEdge, type EdgePiece, makeEdge, piecesOf } from '#media/edges/index.ts';
import {
  byteLengthOf,
  durationMsOf,
  edgeRun,
  type KeptSegments,
  type RecordingIndex,
  renderAll,
  segmentsIn,
  trimmedView,
  wallRangesOf,
} from '#media/recorder/index.ts';
import type { OwnRecording } from '../editing/own-recordings.repo.ts';
import type { RecordingStore } from '../files/recording-store.ts';
import { errors } from '../recordings.errors.ts';
import type { Trim, Trimmed } from '../recordings.tables.ts';

export interface Original {
  readonly mediaId: StreamId;
  readonly index: RecordingIndex;
  readonly whole: MediaRange;
  /** As it is trimmed now. */
  readonly trim: Trim | null;
}

/** Ranges whose files are stored. */
export interface Prepared {
  readonly trim: Omit<Trim, 'ranges' | 'chapters'> | null;
  readonly ranges: readonly MediaRange[];
  readonly durationMs: number;
}

export interface PrepareOptions {
  readonly store: Pick<RecordingStore, 'put' | 'putPlaylist' | 'readWhole'>;
  readonly revision: string;
  readonly signal: AbortSignal;
  /** Edges that are done, from 0 to 1. */
  readonly onShare?: (share: number) => void;
}

/**
 * @param ranges in order; where they begin or end within a segment, an edge is encoded
 * @throws nothing_kept, EdgeFailed, and the signal's reason
 */
export async function prepareTrim(
  original: Original,
  ranges: readonly MediaRange[],
  { store, revision, signal, onShare }: PrepareOptions,
): Promise<Prepared> {
  const { mediaId, index, whole } = original;
  if (keptMs(ranges) === whole.endMs) return { trim: null, ranges, durationMs: durationMsOf(index) };
  let edgeBytes = 0;
  const files = {
    read: (path: string) => store.readWhole(mediaId, path),
    async put(path: string, bytes: Uint8Array) {
      await store.put(mediaId, path, bytes);
      index.add(path, bytes.byteLength);
      edgeBytes += bytes.byteLength;
    },
  };

  async function edgeOf(edge: EdgePiece, order: number): Promise<KeptSegments[]> {
    const run = edgeRun(revision, edge.startsAtMs, order);
    const { startMs, endMs } = edge.range;
    const known = original.trim?.segments.find(
      ({ shows }) => shows?.startMs === startMs && shows.endMs === endMs,
    );
    const source = known && index.edge(known.run);
    const shows = source ? known.shows : await makeEdge(edge, run, files, signal);
    if (source) await copyEdge(source, run, files);
    return shows ? [{ run, firstMsn: 0, lastMsn: 0, shows }] : [];
  }

  const pieces = await piecesOf(index, ranges, files.read);
  const segments: KeptSegments[] = [];
  const shown: MediaRange[] = [];
  for (const [order, { range, edge }] of pieces.entries()) {
    const kept = edge === null ? segmentsIn(index, [range]) : await edgeOf(edge, order);
    segments.push(...kept);
    shown.push(...kept.slice(0, 1).map(({ shows }) => shows ?? range));
    onShare?.((order + 1) / pieces.length);
  }
  if (segments.length === 0) throw errors.nothing_kept();
  const view = trimmedView(index, segments);
  for (const [path, text] of renderAll(view)) {
    await store.putPlaylist({ mediaId, trim: { revision } }, path, text);
  }
  const bytes = { kept: byteLengthOf(view), edges: edgeBytes };
  const joined = joinRanges(shown, whole);
  const cutTimes = wallRangesOf(index, cutRanges(joined, whole));
  return {
    trim: { revision, segments, bytes, cutTimes },
    ranges: joined,
    durationMs: durationMsOf(view),
  };
}

/** What the row of a recording says with these files: its chapters move with what they are about. */
export function trimmedBy({ trim, chapters }: OwnRecording, prepared: Prepared): Trimmed {
  const before = trim === null ? chapters : restoreChapters(trim.ranges, trim.chapters, chapters);
  const { ranges, durationMs } = prepared;
  return {
    trim: prepared.trim && { ...prepared.trim, ranges, chapters: before },
    durationMs,
    chapters: trimChapters(ranges, before)
      .flatMap(({ trimmed }) => trimmed ?? [])
      .filter(({ startMs }) => startMs < durationMs),
  };
}
