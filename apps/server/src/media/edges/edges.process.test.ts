/** Cuts recordings of a real encoder between keyframes, and decodes the result. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it, vi } from 'vitest';
import { CLIPS, makeClip } from '../../../test/support/clip-files.ts';
import { describeFindings, lintMediaPlaylist } from '../../../test/support/playlist-linter/index.ts';
import { findProgram } from '../../../test/support/programs.ts';
import {
  cut,
  importClips,
  type RecordingInMemory,
  recordingOf,
  writeMovie,
} from '../../../test/support/recorded-clips.ts';
import { recordVideo } from '../../../test/support/recorded-video.ts';
import { durationMsOf, type RecordingView, renderAll } from '../recorder/index.ts';
import { TIMESCALE } from '../unit.ts';
import { encodeInProcess } from './edge-encoder.ts';
import { EdgeFailed } from './index.ts';
import { readFrames } from './stored-frames.ts';

// The processes run with a low priority.
vi.setConfig({ testTimeout: 120_000 });

const folder = await mkdtemp(join(tmpdir(), 'tributary-edges-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { signal } = new AbortController();
const FPS = 10;

/** Makes a recording of 4 s at 10 frames a second with keyframes every 2 s. */
async function recorded(name: string, codecs: readonly string[]) {
  const path = join(folder, `${name}.mp4`);
  await makeClip(path, codecs, 4);
  return { path, ...(await importClips(path)) };
}

const run = async (program: string, args: readonly string[]) =>
  promisify(execFile)(findProgram([program]) ?? expect.fail(`${program} is missing`), [...args], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 ** 2,
  });

/**
 * The decoded frames of a file, as small gray images.
 * @throws Error if FFmpeg prints a warning
 */
async function framesOf(path: string): Promise<Buffer[]> {
  const size = 160 * 90;
  const args = ['-v', 'warning', '-i', path, '-an', '-fps_mode', 'passthrough', '-vf', 'scale=160:90'];
  const { stdout, stderr } = await run('ffmpeg', [...args, '-f', 'rawvideo', '-pix_fmt', 'gray', '-']);
  expect(stderr.toString()).toBe('');
  return Array.from({ length: stdout.byteLength / size }, (_, i) =>
    stdout.subarray(i * size, (i + 1) * size),
  );
}

/** The indexes of the original's frames that another file shows. */
function matches(frames: readonly Buffer[], original: readonly Buffer[]): number[] {
  const distance = (a: Buffer, b: Buffer) => a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0);
  return frames.map((frame) => {
    const distances = original.map((one) => distance(frame, one));
    return distances.indexOf(Math.min(...distances));
  });
}

async function movieOf(recording: RecordingInMemory, view: RecordingView, name = 'cut'): Promise<string> {
  const path = join(folder, `${name}.mp4`);
  await writeMovie(recording, view, path);
  return path;
}

const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

it('shows exactly the frames of the ranges, with B-frames too, and moves other times to whole frames', async () => {
  const recording = await recorded('clip', [...CLIPS.h264, '-preset', 'veryfast', '-bf', '2']);
  const ranges = [
    { startMs: 500, endMs: 2650 },
    { startMs: 3300, endMs: 3600 },
  ];
  const { view, shown } = await cut(recording, ranges);
  expect(shown).toEqual([
    { startMs: 500, endMs: 2000 },
    { startMs: 2000, endMs: 2700 },
    { startMs: 3300, endMs: 3600 },
  ]);
  const movie = await movieOf(recording, view);
  const kept = [...upTo(5, 27), ...upTo(33, 36)];
  expect(matches(await framesOf(movie), await framesOf(recording.path))).toEqual(kept);
  const { stdout } = await run('ffprobe', [
    '-v',
    'warning',
    '-show_entries',
    'stream=duration',
    '-of',
    'csv=p=0',
    movie,
  ]);
  const [video = 0, audio = 0] = stdout.toString().trim().split('\n').map(Number);
  expect(Math.abs(video - kept.length / FPS)).toBeLessThan(1 / FPS);
  // The audio is cut between two frames of 21 ms at each of four ends.
  expect(Math.abs(audio - kept.length / FPS)).toBeLessThan(0.09);
  expect(describeFindings(lintMediaPlaylist(renderAll(view).get('video.m3u8') ?? ''))).toBe('');
});

/** The seconds without a frame between the runs of a view, each of which begins where the previous one ends. */
async function gapsOf({ read }: RecordingInMemory, view: RecordingView) {
  const gaps: number[] = [];
  let end: number | null = null;
  for (const { run: source, start, end: after } of view.listed) {
    const frames = await readFrames(source, 'video', { first: start, last: after - 1 }, read);
    // Players place the first decoded frame at this position.
    const shift: number = (end ?? 0) - (frames[0]?.pts ?? 0);
    if (end !== null) gaps.push((shift + Math.min(...frames.map(({ pts }) => pts)) - end) / TIMESCALE);
    end = shift + Math.max(...frames.map(({ pts, duration }) => pts + duration));
  }
  return gaps;
}

it('leaves no gap at cuts of video with B-frames, and lists exactly the requested seconds', async () => {
  const recording = await recorded('reordered', [...CLIPS.h264, '-preset', 'veryfast', '-bf', '2']);
  for (const ranges of [
    [{ startMs: 300, endMs: 4000 }],
    [{ startMs: 0, endMs: 3500 }],
    [
      { startMs: 100, endMs: 2300 },
      { startMs: 2700, endMs: 3900 },
    ],
  ]) {
    const { view } = await cut(recording, ranges);
    const gaps = await gapsOf(recording, view);
    expect(gaps.length).toBeGreaterThan(0);
    expect(gaps).toEqual(gaps.map(() => 0));
    const asked = ranges.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    expect(durationMsOf(view)).toBe(asked);
  }
});

it.each(['hevc', 'av1', 'vp9'] as const)('shows exactly the frames of a range in %s', async (codec) => {
  const recording = recordingOf(await recordVideo(2, codec));
  const original = await movieOf(recording, await recording.index(), codec);
  const { view, shown } = await cut(recording, [{ startMs: 2000, endMs: 8000 }]);
  expect(shown).toEqual([
    { startMs: 2000, endMs: 5000 },
    { startMs: 5000, endMs: 8000 },
  ]);
  const frames = await framesOf(await movieOf(recording, view));
  expect(matches(frames, await framesOf(original))).toEqual(upTo(4, 16));
});

it('reports why an edge could not be encoded', async () => {
  const times = { fromPts: 0, toPts: 1, timescale: 90_000 };
  const job = { codec: 'h264', configuration: new Uint8Array(), frames: [], ...times } as const;
  const frames = [{ dts: 0, pts: 0, payload: Buffer.from('no frame') }];
  await expect(encodeInProcess({ ...job, frames }, signal)).rejects.toBeInstanceOf(EdgeFailed);
  const crashing = join(folder, 'crash.mjs');
  await writeFile(crashing, "process.on('message', () => process.exit(1));");
  await expect(encodeInProcess(job, signal, crashing)).rejects.toThrow('The encoder died on 0 frames.');
});
