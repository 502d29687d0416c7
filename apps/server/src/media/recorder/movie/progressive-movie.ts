/**
 * A recording as a progressive MP4 file without re-encoding: a header, then the segments as they are stored. The
 * sample tables point into the segments, so that the boxes between the samples are skipped by players, and every byte
 * of the file is known from the header and the sizes of the segments.
 */
import type { RenditionName } from '../../presentation/presentation.ts';
import { RENDITIONS } from '../recorded-run.ts';
import { initPath, segmentPath } from '../recording-files.ts';
import type { ListedRun, RecordingView } from '../recording-view.ts';
import { type FragmentTable, readFragmentTables } from './fragment-reader.ts';
import { readInitSection, type TrackHeader } from './init-reader.ts';
import { MOVIE_TIMESCALE, MovieTrack } from './movie-track.ts';
import { boxOf, fullBoxOf, lengthOf, type Pieces, u32, u64 } from './pieces.ts';

export interface ProgressiveMovie {
  /** The bytes before the segments. */
  readonly header: Pieces;
  /** The segments in the order in which they follow the header. */
  readonly segments: readonly { readonly path: string; readonly byteLength: number }[];
}

/** @param open reads a file of the recording */
export type OpenFile = (path: string) => Promise<AsyncIterable<Uint8Array>>;

/**
 * Reads all segments once, one after another.
 * @throws Error if one of them is missing or damaged
 */
export async function makeMovie(view: RecordingView, open: OpenFile): Promise<ProgressiveMovie> {
  const tracks = new Map<RenditionName, MovieTrack>();
  const segments: { path: string; byteLength: number }[] = [];
  let mediaBytes = 0;
  for (const listed of view.listed) {
    const headers = await readHeaders(listed, open);
    const startSeconds = Math.max(0, ...[...tracks.values()].map(({ endSeconds }) => endSeconds));
    const shiftSeconds = startSeconds - (await originOf(listed, headers, open));
    for (const { path, byteLength, name } of segmentsOf(listed)) {
      const header = headers.get(name);
      if (header === undefined) continue;
      const track = tracks.get(name) ?? new MovieTrack(header);
      tracks.set(name, track);
      for await (const fragment of readFragmentTables(await open(path)))
        track.add(fragment, header, shiftSeconds, mediaBytes);
      segments.push({ path, byteLength });
      mediaBytes += byteLength;
    }
  }
  return { header: headerOf([...tracks.values()], mediaBytes), segments };
}

async function readHeaders({ run }: ListedRun, open: OpenFile): Promise<Map<RenditionName, TrackHeader>> {
  const headers = new Map<RenditionName, TrackHeader>();
  for (const name of RENDITIONS) {
    if (!run.renditions.has(name)) continue;
    const chunks: Uint8Array[] = [];
    for await (const chunk of await open(initPath(run.path, name))) chunks.push(chunk);
    headers.set(name, readInitSection(Buffer.concat(chunks)));
  }
  return headers;
}

/** Yields the video and audio of each segment side by side, without gaps. */
function* segmentsOf({ run, start, end }: ListedRun) {
  for (let row = start; row < end; row += 1) {
    const segment = run.at(row);
    for (const name of RENDITIONS) {
      const part = segment[name];
      if (part === null || part.byteLength === 0) continue;
      yield {
        name,
        path: segmentPath(run, name, segment.msn, part.seconds),
        byteLength: part.byteLength,
      };
    }
  }
}

/** The presentation time of a run's first frame, in seconds by the clock of its segments. */
async function originOf(
  listed: ListedRun,
  headers: ReadonlyMap<RenditionName, TrackHeader>,
  open: OpenFile,
): Promise<number> {
  const origins: number[] = [];
  for (const [name, { timescale }] of headers) {
    for (const segment of segmentsOf(listed)) {
      if (segment.name !== name) continue;
      const first = await firstOf(readFragmentTables(await open(segment.path)));
      const offset = first?.samples[0]?.compositionOffset ?? 0;
      if (first !== undefined) origins.push((first.baseDecodeTime + offset) / timescale);
      break;
    }
  }
  return Math.min(...origins);
}

async function firstOf(fragments: AsyncIterable<FragmentTable>): Promise<FragmentTable | undefined> {
  for await (const fragment of fragments) return fragment;
  return undefined;
}

/** The size of `mdat`'s header with a size of 64 bits. */
const MDAT_HEADER_BYTES = 16;

function headerOf(tracks: readonly MovieTrack[], mediaBytes: number): Pieces {
  const ftyp = boxOf('ftyp', [Buffer.from('isom\0\0\0\0isomiso6mp41', 'latin1')]);
  // The offsets in the tables depend on the size of the tables, which does not depend on the offsets.
  const mediaStart = lengthOf(ftyp) + lengthOf(movieOf(tracks, 0)) + MDAT_HEADER_BYTES;
  const mdat = [u32(1), Buffer.from('mdat', 'latin1'), u64(MDAT_HEADER_BYTES + mediaBytes)];
  return [...ftyp, ...movieOf(tracks, mediaStart), ...mdat];
}

const UNITY_MATRIX = Buffer.concat(
  [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].map((value) => u32(value)),
);

function movieOf(tracks: readonly MovieTrack[], mediaStart: number): Pieces {
  const duration = Math.max(0, ...tracks.map(({ movieTicks }) => movieTicks));
  const movieHeader = fullBoxOf('mvhd', 1, 0, [
    ...[u64(0), u64(0), u32(MOVIE_TIMESCALE), u64(duration)],
    // Rate 1, volume 1, reserved.
    ...[u32(0x1_0000), u32(0x0100_0000), u64(0), UNITY_MATRIX, Buffer.alloc(24), u32(tracks.length + 1)],
  ]);
  return boxOf('moov', [...movieHeader, ...tracks.flatMap((track, i) => track.box(i + 1, mediaStart))]);
}
