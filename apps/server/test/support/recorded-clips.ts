/** Recordings in memory, trimmed views of them, and the MP4 files that viewers download. */
import { writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { makeEdge, piecesOf } from '../../src/media/edges/index.ts';
import { importMedia } from '../../src/media/importer/index.ts';
import {
  edgeRun,
  type KeptSegments,
  makeMovie,
  RecordingIndex,
  type RecordingView,
  readTrack,
  segmentsIn,
  trimmedView,
} from '../../src/media/recorder/index.ts';

const START_MS = 1_700_000_000_000;
const { signal } = new AbortController();

interface Range {
  readonly startMs: number;
  readonly endMs: number;
}

export interface RecordingInMemory {
  put(path: string, bytes: Uint8Array): Promise<void>;
  read(path: string): Promise<Buffer>;
  index(): Promise<RecordingIndex>;
}

export function recordingOf(files: Map<string, Uint8Array>): RecordingInMemory {
  const read = async (path: string) => Buffer.from(files.get(path) ?? expect.fail(path));
  return {
    read,
    put: async (path, bytes) => void files.set(path, Buffer.from(bytes)),
    index: async () => {
      const stored = [...files].map(([path, { byteLength }]) => ({ path, byteLength }));
      return RecordingIndex.of(stored, async (path) => readTrack(await read(path)));
    },
  };
}

/** Makes a recording with a run of each of these files; between them, the stream was interrupted. */
export async function importClips(...paths: string[]): Promise<RecordingInMemory> {
  const recording = recordingOf(new Map());
  const sink = { put: recording.put, onProgress() {} };
  for (const [i, path] of paths.entries()) {
    const job = { path, maxSeconds: 60, startMs: START_MS + i * 60_000, epoch: `e${i}`, signal };
    expect(await importMedia({ ...job, sink })).toMatchObject({ outcome: 'imported' });
  }
  return recording;
}

/**
 * Trims a recording like the server.
 * @returns the view, and the ranges of the original that it shows
 */
export async function cut(
  { index, read, put }: RecordingInMemory,
  ranges: readonly Range[],
): Promise<{ readonly view: RecordingView; readonly shown: Range[] }> {
  const original = await index();
  const kept: KeptSegments[] = [];
  const shown: Range[] = [];
  for (const [order, { range, edge }] of (await piecesOf(original, ranges, read)).entries()) {
    const run = edgeRun('abc', START_MS + range.startMs, order);
    const shows = edge === null ? range : await makeEdge(edge, run, { read, put }, signal);
    if (shows !== null) shown.push(shows);
    kept.push(...(edge === null ? segmentsIn(original, [range]) : [{ run, firstMsn: 0, lastMsn: 0 }]));
  }
  return { view: trimmedView(await index(), kept), shown };
}

/** Writes the download of a recording. */
export async function writeMovie(
  { read }: RecordingInMemory,
  view: RecordingView,
  path: string,
): Promise<void> {
  const { header, segments } = await makeMovie(view, async (file) =>
    (async function* () {
      yield await read(file);
    })(),
  );
  const media = await Promise.all(segments.map((segment) => read(segment.path)));
  await writeFile(path, Buffer.concat([...header, ...media]));
}
