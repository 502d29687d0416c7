/** Reads downloads like players: with FFmpeg, which ffplay, mpv and VLC are built on, and with GPAC's demuxer. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it, vi } from 'vitest';
import { CLIPS, makeClip } from '../../../../test/support/clip-files.ts';
import { readByMp4box } from '../../../../test/support/packager/mp4box.ts';
import { findProgram } from '../../../../test/support/programs.ts';
import {
  cut,
  importClips,
  type RecordingInMemory,
  recordingOf,
  writeMovie,
} from '../../../../test/support/recorded-clips.ts';
import { recordVideo } from '../../../../test/support/recorded-video.ts';
import { durationMsOf, type RecordingView } from '../index.ts';

// The processes that encode run with a low priority.
vi.setConfig({ testTimeout: 120_000 });

const folder = await mkdtemp(join(tmpdir(), 'tributary-movies-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const AUDIO_FRAME_SECONDS = 1024 / 48_000;

/** A clip at 10 frames a second with B-frames and keyframes every 2 s. */
async function clip(name: string, seconds: number, ...options: string[]): Promise<string> {
  const path = join(folder, `${name}.mp4`);
  await makeClip(path, [...CLIPS.h264, '-preset', 'veryfast', '-bf', '2', ...options], seconds);
  return path;
}
const small = await clip('small', 6);
const large = await clip('large', 4, '-s', '320x180');

/** @throws Error if the program prints a warning */
async function run(name: string, ...args: string[]): Promise<string> {
  const program = findProgram([name]) ?? expect.fail(`${name} is missing`);
  const { stdout, stderr } = await promisify(execFile)(program, ['-v', 'warning', ...args], {
    maxBuffer: 64 * 1024 ** 2,
  });
  expect(stderr).toBe('');
  return stdout;
}

interface Frame {
  readonly media_type: string;
  readonly pts_time: string;
  readonly duration_time: string;
}

/** The properties that players find in the download of a view, with times in seconds. */
async function download(recording: RecordingInMemory, view: RecordingView) {
  const path = join(folder, 'download.mp4');
  await writeMovie(recording, view, path);
  const { complaints, tracks } = readByMp4box(await readFile(path));
  expect(complaints).toEqual([]);
  const entries = 'format=duration:stream=duration:frame=media_type,pts_time,duration_time';
  const { format, streams, frames } = JSON.parse(
    await run('ffprobe', '-of', 'json', '-show_frames', '-show_entries', entries, path),
  );
  await run('ffmpeg', '-i', path, '-f', 'null', '-');
  const decoded: Frame[] = frames;
  const timesOf = (type: string) =>
    decoded.filter(({ media_type }) => media_type === type).map(({ pts_time }) => Number(pts_time));
  return {
    seconds: Number(format.duration),
    trackSeconds: streams.map(({ duration }: { duration: string }) => Number(duration)),
    video: timesOf('video'),
    audio: timesOf('audio'),
    samples: tracks.map(({ length }) => length),
  };
}

/**
 * Expects each frame once, at its time. A pause between two runs lasts until the longer track ends, which is the audio.
 */
function expectFrames(times: readonly number[], count: number, seconds: number) {
  expect(times).toHaveLength(count);
  for (const [i, time] of times.slice(1).entries()) {
    const duration = time - (times[i] ?? 0);
    expect(duration).toBeGreaterThan(seconds - 0.001);
    expect(duration).toBeLessThan(seconds + AUDIO_FRAME_SECONDS);
  }
}

interface Movie {
  readonly seconds: number;
  readonly runs: number;
  readonly record: () => Promise<RecordingInMemory>;
  /** The kept ranges; absent: all of the recording. */
  readonly ranges?: readonly { startMs: number; endMs: number }[];
}

it.each<[string, Movie]>([
  ['a recording', { seconds: 6, runs: 1, record: () => importClips(small) }],
  [
    'a recording with an interruption and another resolution behind it',
    { seconds: 10, runs: 2, record: () => importClips(small, large) },
  ],
  [
    'a recording that is trimmed at keyframes',
    { seconds: 4, runs: 1, record: () => importClips(small), ranges: [{ startMs: 2000, endMs: 6000 }] },
  ],
  [
    'a recording that is trimmed exactly',
    {
      seconds: 4,
      runs: 4,
      record: () => importClips(small),
      ranges: [
        { startMs: 500, endMs: 2500 },
        { startMs: 3300, endMs: 5300 },
      ],
    },
  ],
])(
  'plays %s, with B-frames, from its download without a warning or a gap, for exactly its duration',
  async (_, { seconds, runs, record, ranges }) => {
    const recording = await record();
    const view = ranges === undefined ? await recording.index() : (await cut(recording, ranges)).view;
    expect(view.listed).toHaveLength(runs);
    expect(durationMsOf(view)).toBe(seconds * 1000);
    const movie = await download(recording, view);
    expectFrames(movie.video, seconds * 10, 0.1);
    expectFrames(movie.audio, movie.samples[1] ?? 0, AUDIO_FRAME_SECONDS);
    expect(movie.samples[0]).toBe(movie.video.length);
    // Audio has whole frames of 21 ms.
    for (const duration of [movie.seconds, ...movie.trackSeconds])
      expect(Math.abs(duration - seconds)).toBeLessThan(AUDIO_FRAME_SECONDS * runs);
  },
);

it.each(['hevc', 'av1', 'vp9'] as const)(
  'plays a recording in %s from its download without a warning, also behind an interruption with another resolution',
  async (codec) => {
    const runs = [
      await recordVideo(1, codec),
      await recordVideo(1, codec, { startMs: 1_767_225_700_000, width: 640, height: 360 }),
    ];
    const recording = recordingOf(new Map(runs.flatMap((files) => [...files])));
    const movie = await download(recording, await recording.index());
    expectFrames(movie.video, 20, 0.5);
    expect([movie.seconds, movie.trackSeconds, movie.samples]).toEqual([10, [10], [20]]);
  },
);
