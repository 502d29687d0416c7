/** Makes renditions of recorded videos with a real encoder, and decodes what comes out. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { CLIPS, makeClip } from '../../../test/support/clip-files.ts';
import { describeFindings, lintMediaPlaylist } from '../../../test/support/playlist-linter/index.ts';
import { importClips } from '../../../test/support/recorded-clips.ts';
import { recordVideo } from '../../../test/support/recorded-video.ts';
import {
  ladderInitPath,
  playlistOfRendition,
  RecordingIndex,
  readTrack,
  renderAll,
  type StoredLadder,
  withRenditions,
} from '../recorder/index.ts';
import { readFragmentTables } from '../recorder/movie/fragment-reader.ts';
import { LadderFailed, makeLadder } from './index.ts';
import type { LadderOptions } from './make-ladder.ts';

// The processes run with the lowest priority.
vi.setConfig({ testTimeout: 120_000 });

const folder = await mkdtemp(join(tmpdir(), 'tributary-ladder-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Source {
  readonly index: RecordingIndex;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly read: (path: string) => Promise<Buffer>;
}

async function imported(name: string, codecs: readonly string[]): Promise<Source> {
  const path = join(folder, `${name}.mp4`);
  await makeClip(path, codecs, 6);
  const recording = await importClips(path);
  return { index: await recording.index(), files: new Map(), read: recording.read };
}

async function recorded(files: ReadonlyMap<string, Uint8Array>): Promise<Source> {
  const read = async (path: string) => Buffer.from(files.get(path) ?? expect.fail(path));
  const stored = [...files].map(([path, { byteLength }]) => ({ path, byteLength }));
  return { index: await RecordingIndex.of(stored, async (path) => readTrack(await read(path))), files, read };
}

/** Renditions in memory. */
function ladderIn(source: Source, given: Partial<LadderOptions> = {}) {
  const made = new Map<string, Uint8Array>();
  const puts: string[] = [];
  const make = (more: Partial<LadderOptions> = {}): Promise<StoredLadder> =>
    makeLadder({
      runs: source.index.listed.map(({ run }) => run),
      audio: null,
      heights: [72, 48],
      stored: new Map([...made].map(([path, { byteLength }]) => [path, byteLength])),
      files: {
        readSource: source.read,
        read: async (path) => Buffer.from(made.get(path) ?? expect.fail(path)),
        async put(path, bytes) {
          puts.push(path);
          made.set(path, Buffer.from(bytes));
        },
        async deleteRendition(run, name) {
          for (const path of made.keys()) if (path.startsWith(`${run}/${name}/`)) made.delete(path);
        },
      },
      signal: new AbortController().signal,
      onPlanned: async () => {},
      beforeSegment: async () => {},
      ...given,
      ...more,
    });
  return { made, puts, make };
}

const linesOf = (playlist: string, prefix: string) =>
  playlist.split('\n').filter((line) => line.startsWith(prefix));

async function samplesOf(bytes: Uint8Array) {
  const once = (async function* () {
    yield bytes;
  })();
  const tables = [];
  for await (const table of readFragmentTables(once)) tables.push(table);
  return tables;
}

/** Checks that each segment of a rendition covers exactly the time of the source's, and begins with a keyframe. */
async function expectAligned(source: Source, ladder: StoredLadder, made: ReadonlyMap<string, Uint8Array>) {
  const video = renderAll(source.index).get('video.m3u8') ?? '';
  const segments = video.split('\n').filter((line) => line.endsWith('.m4s'));
  for (const { name } of ladder.renditions) {
    const playlist = playlistOfRendition(video, ladder, name) ?? '';
    expect(describeFindings(lintMediaPlaylist(playlist))).toBe('');
    for (const tag of ['#EXTINF', '#EXT-X-TARGETDURATION', '#EXT-X-PROGRAM', '#EXT-X-DISCONTINUITY'])
      expect(linesOf(playlist, tag)).toEqual(linesOf(video, tag));
    const own = playlist.split('\n').filter((line) => line.endsWith('.m4s'));
    expect(own).toHaveLength(segments.length);
    for (const [i, path] of own.entries()) {
      const [table] = await samplesOf(made.get(path) ?? expect.fail(path));
      const [original] = await samplesOf(await source.read(segments[i] ?? ''));
      if (!table || !original) throw new Error(`${path} has no fragment.`);
      const times = original.samples.reduce<{ dts: number; pts: number[]; end: number }>(
        ({ dts, pts, end }, { duration, compositionOffset }) => ({
          dts: dts + duration,
          pts: [...pts, dts + compositionOffset],
          end: Math.max(end, dts + compositionOffset + duration),
        }),
        { dts: original.baseDecodeTime, pts: [], end: 0 },
      );
      expect(table.samples[0]?.keyframe).toBe(true);
      expect(table.baseDecodeTime).toBe(Math.min(...times.pts));
      const duration = table.samples.reduce((sum, sample) => sum + sample.duration, 0);
      expect(Math.abs(table.baseDecodeTime + duration - times.end)).toBeLessThanOrEqual(1);
      expect(table.samples).toHaveLength(times.pts.length);
    }
  }
}

it('gives each rendition the segments of the source, each of which begins with a keyframe, with B-frames too', async () => {
  const source = await imported('b-frames', [...CLIPS.h264, '-preset', 'veryfast', '-bf', '2']);
  const { made, make } = ladderIn(source);
  const shares: number[] = [];
  const ladder = await make({ beforeSegment: async (share) => void shares.push(share) });
  expect(ladder.renditions).toMatchObject([
    { name: '72p', width: 128, height: 72, codecString: expect.stringMatching(/^avc1\./) },
    { name: '48p', height: 48 },
  ]);
  expect(ladder.gaps).toEqual([]);
  expect(shares[0]).toBe(0);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  await expectAligned(source, ladder, made);
  const multivariant = withRenditions(renderAll(source.index).get('index.m3u8') ?? '', ladder);
  expect(multivariant.split('\n').filter((line) => line.endsWith('.m3u8'))).toEqual([
    'video.m3u8',
    '72p.m3u8',
    '48p.m3u8',
  ]);
});

it('gives video in VP9 a rendition of its own size in H.264 first', async () => {
  const source = await recorded(await recordVideo(2, 'vp9', { width: 160, height: 90 }));
  const { made, make } = ladderIn(source, { heights: [48] });
  const ladder = await make();
  expect(ladder.renditions.map(({ name }) => name)).toEqual(['90p', '48p']);
  await expectAligned(source, ladder, made);
});

it('goes on after the last stored segment when it is started again, also after its process was killed', async () => {
  const source = await imported('resumed', CLIPS.h264);
  const { made, puts, make } = ladderIn(source);
  let pid: number | null = null;
  let count = 0;
  const killed = make({
    onProcess: (started) => {
      pid = started;
    },
    beforeSegment: async () => {
      count += 1;
      if (count === 3 && pid !== null) process.kill(pid, 'SIGKILL');
    },
  });
  await expect(killed).rejects.toThrow(LadderFailed);
  const before = new Map(made);
  expect(puts.filter((path) => path.endsWith('.m4s')).length).toBeGreaterThanOrEqual(2);
  puts.length = 0;
  const ladder = await make();
  expect(puts.some((path) => before.has(path))).toBe(false);
  await expectAligned(source, ladder, made);

  puts.length = 0;
  let starts = 0;
  await make({ onProcess: () => (starts += 1) });
  expect([puts, starts]).toEqual([[], 0]);
});

it('makes a run anew where another encoder has made its first segments', async () => {
  const source = await imported('changed', CLIPS.h264);
  const { made, make } = ladderIn(source);
  const ladder = await make();
  const [run] = source.index.listed.map(({ run }) => run.path);
  const other = [...made.keys()].filter((path) => path.endsWith('.m4s')).at(-1) ?? '';
  made.delete(other);
  const init = ladderInitPath(run ?? '', '48p');
  made.set(init, Buffer.from('another encoder'));
  const again = await make();
  expect(again.renditions.map(({ name }) => name)).toEqual(ladder.renditions.map(({ name }) => name));
  expect(Buffer.from(made.get(init) ?? []).toString()).not.toBe('another encoder');
  await expectAligned(source, ladder, made);
});

it('lists a segment that cannot be decoded as a GAP, and goes on behind it', async () => {
  const files = await recordVideo(3);
  const path = [...files.keys()].find((key) => /video-1-/.test(key)) ?? '';
  const bytes = Buffer.from(files.get(path) ?? []);
  const [table] = await samplesOf(bytes);
  files.set(path, bytes.fill(0xff, table?.mediaOffset));
  const source = await recorded(files);
  const { make } = ladderIn(source);
  const ladder = await make();
  expect(ladder.gaps).toEqual([`${source.index.listed[0]?.run.path}/1`]);
  const video = renderAll(source.index).get('video.m3u8') ?? '';
  expect(linesOf(playlistOfRendition(video, ladder, '48p') ?? '', '#EXT-X-GAP')).toHaveLength(1);
});
