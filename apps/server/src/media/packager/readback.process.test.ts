import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sample as BoxSample } from 'mp4box';
import { describe, expect, it } from 'vitest';
import {
  audioTrackOf,
  type EncodeOrder,
  encodeFile,
  type FileRead,
  readFile,
  type StreamRead,
  scratchDirectory,
  unitsOf,
  videoTrackOf,
} from '../../../test/support/packager/ffmpeg.ts';
import { readByMp4box } from '../../../test/support/packager/mp4box.ts';
import { interleave } from '../../../test/support/packager/units.ts';
import { bytesOf, TestViewer } from '../../../test/support/packager/viewer.ts';
import type { AudioTrack, Tracks, Unit, VideoTrack } from '../unit.ts';

const VIDEO = { width: 192, height: 108, framesPerSecond: 30 };
const SECONDS = 5;
const AAC: Encoding['audio'] = {
  codec: 'aac',
  options: {},
  filter: 'aformat=sample_fmts=fltp:channel_layouts=stereo',
};
const OPUS: Encoding['audio'] = {
  codec: 'opus',
  options: {},
  filter: 'aformat=sample_fmts=flt:channel_layouts=stereo',
};

interface Encoded {
  readonly tracks: Tracks;
  readonly video: readonly Unit[];
  readonly audio: readonly Unit[];
}

interface Encoding {
  readonly codec: VideoTrack['codec'];
  readonly codecString: string;
  readonly options: Readonly<Record<string, string | number>>;
  readonly audio: EncodeOrder['audio'];
}

/** Encodes real frames with timestamps in milliseconds, as an encoder sends them. */
async function encode(encoding: Encoding, scratch: string): Promise<Encoded> {
  const file = join(scratch, 'source.mp4');
  const { codec, options, audio } = encoding;
  await encodeFile({ video: { ...VIDEO, codec, options }, audio, seconds: SECONDS, file });
  const { streams } = await readFile(file, { payloads: true, scratch });
  const video = only(streams, 'video');
  const sound = audio === null ? null : only(streams, 'audio');
  return {
    tracks: {
      video: videoTrackOf(video, codec, encoding.codecString),
      audio: sound === null ? null : audioTrackOf(sound),
    },
    video: unitsOf(video),
    audio: sound === null ? [] : unitsOf(sound),
  };
}

function only(streams: readonly StreamRead[], kind: 'video' | 'audio'): StreamRead {
  const found = streams.filter((stream) => stream.kind === kind);
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`There are ${found.length} streams of ${kind}.`);
  return found[0];
}

/** Packages all units, with every check of a viewer. */
function packaged({ tracks, video, audio }: Encoded): TestViewer {
  const viewer = new TestViewer();
  viewer.packager.onTracks(tracks);
  viewer.feed(interleave(video, audio));
  viewer.end();
  expect(viewer.problems).toBe('');
  return viewer;
}

/** Joins one rendition to a file: its initialization section and every segment. */
function fileOf(viewer: TestViewer, name: 'video' | 'audio'): Buffer {
  const rendition = viewer.rendition(name);
  const segments = [...(viewer.watched.get(name)?.segments.keys() ?? [])];
  return Buffer.concat([
    rendition.init(0) ?? Buffer.alloc(0),
    ...segments.map((msn) => bytesOf(rendition.segment(msn) ?? { chunks: [], byteLength: 0 })),
  ]);
}

const digest = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex');

interface Expected {
  readonly digest: string;
  readonly dts: number;
  readonly pts: number;
  readonly keyframe: boolean;
}

/** A frame lasts until the next one, without overlap or gap. */
function expectContiguous(samples: readonly BoxSample[]): void {
  const ends = samples.slice(0, -1).map((sample) => sample.dts + sample.duration);
  expect(ends).toEqual(samples.slice(1).map((sample) => sample.dts));
}

/** The samples that both demuxers must read, in ticks of the file. */
function expectedVideo(units: readonly Unit[]): Expected[] {
  return units.map(({ payload, dts, pts, keyframe }) => ({ digest: digest(payload), dts, pts, keyframe }));
}

/** The audio on the sample clock, which the first accepted frame sets. */
function expectedAudio(units: readonly Unit[], track: AudioTrack, taken: number): Expected[] {
  const kept = units.slice(units.length - taken);
  const frame = track.samplesPerFrame ?? 960;
  const first = Math.round((units[0]?.dts ?? 0) * (track.sampleRate / 90_000));
  const skipped = units.length - taken;
  return kept.map(({ payload }, i) => {
    const dts = first + (skipped + i) * frame;
    return { digest: digest(payload), dts, pts: dts, keyframe: true };
  });
}

function readByGpac(file: Buffer): Expected[] {
  const { tracks, complaints } = readByMp4box(file);
  const samples = tracks.flat();
  expect(complaints).toEqual([]);
  expectContiguous(samples);
  return samples.map(({ data, dts, cts, is_sync }) => {
    return { digest: digest(data ?? new Uint8Array()), dts, pts: cts, keyframe: is_sync };
  });
}

function readByFfmpeg(read: FileRead, kind: 'video' | 'audio'): Expected[] {
  return only(read.streams, kind).packets.map(({ digest, dts, pts, keyframe }) => ({
    digest,
    dts,
    pts,
    keyframe,
  }));
}

function strictlyRising(times: readonly number[]): boolean {
  return times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0));
}

/** Compares each rendition in both demuxers: bytes, keyframes, decode and presentation times of every sample. */
async function expectReadBack(viewer: TestViewer, encoded: Encoded, scratch: string): Promise<void> {
  const { tracks, video, audio } = encoded;
  const file = join(scratch, 'video.mp4');
  writeFileSync(file, fileOf(viewer, 'video'));
  const read = await readFile(file, { decode: true, scratch });
  const wanted = expectedVideo(video);
  expect(readByFfmpeg(read, 'video')).toEqual(wanted);
  expect(readByGpac(fileOf(viewer, 'video'))).toEqual(wanted);
  expect(strictlyRising(wanted.map((sample) => sample.dts))).toBe(true);
  const decoded = only(read.streams, 'video');
  expect(decoded.frames).toBe(video.length);
  if (tracks.audio === null) return;

  const sound = join(scratch, 'audio.mp4');
  writeFileSync(sound, fileOf(viewer, 'audio'));
  const heard = await readFile(sound, { decode: true, scratch });
  const found = readByFfmpeg(heard, 'audio');
  expect(audio.length - found.length).toBeLessThan(8);
  const expected = expectedAudio(audio, tracks.audio, found.length);
  expect(found).toEqual(expected);
  expect(readByGpac(fileOf(viewer, 'audio'))).toEqual(expected);
  const { frames, packets } = only(heard.streams, 'audio');
  expect(packets.length - frames).toBeLessThan(2);
  const frame = tracks.audio.samplesPerFrame ?? 960;
  expect(packets.slice(0, -1).every((packet) => packet.duration === frame)).toBe(true);
}

/** Writes all files that a viewer can fetch. */
function writePresentation(viewer: TestViewer, directory: string): string {
  const put = (path: string, bytes: Uint8Array) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), bytes);
  };
  put('index.m3u8', viewer.presentation.multivariant().body);
  for (const [name, { segments }] of viewer.watched) {
    const rendition = viewer.rendition(name);
    put(`epoch/${name}.m3u8`, rendition.playlist(false).body);
    for (let version = 0; ; version += 1) {
      const init = rendition.init(version);
      if (init === undefined) break;
      put(`epoch/${name}/init-${version}.mp4`, init);
    }
    for (const msn of segments.keys()) {
      const bytes = rendition.segment(msn);
      if (bytes !== undefined) put(`epoch/${name}/${msn}.m4s`, bytesOf(bytes));
    }
  }
  return join(directory, 'index.m3u8');
}

const ENCODINGS: readonly Encoding[] = [
  {
    codec: 'h264',
    codecString: 'avc1.4d400b',
    options: { preset: 'ultrafast', bf: 2, g: 60, sc_threshold: 0 },
    audio: AAC,
  },
  {
    codec: 'hevc',
    codecString: 'hvc1.1.6.L60.90',
    options: { preset: 'ultrafast', g: 60, 'x265-params': 'log-level=none:bframes=2:scenecut=0:open-gop=0' },
    audio: OPUS,
  },
  {
    codec: 'av1',
    codecString: 'av01.0.00M.08',
    options: { preset: 12, g: 60 },
    audio: null,
  },
  {
    codec: 'vp9',
    codecString: 'vp09.00.10.08',
    options: { deadline: 'realtime', 'cpu-used': 8, g: 60, 'lag-in-frames': 0 },
    audio: null,
  },
];

describe('packaged media', () => {
  it.each(ENCODINGS)(
    'reads back sample for sample in two other demuxers: $codec',
    { timeout: 120_000 },
    async (encoding) => {
      using scratch = scratchDirectory();
      const encoded = await encode(encoding, scratch.path);
      const viewer = packaged(encoded);
      await expectReadBack(viewer, encoded, scratch.path);

      // FFmpeg's HLS demuxer fetches the whole presentation.
      const played = await readFile(writePresentation(viewer, scratch.path), {
        decode: true,
        scratch: scratch.path,
      });
      expect(only(played.streams, 'video').frames).toBe(encoded.video.length);
      expect(played.durationSeconds).toBeCloseTo(SECONDS, 0);
      for (const stream of played.streams) {
        expect(strictlyRising(stream.packets.map((packet) => packet.dts))).toBe(true);
      }
    },
  );
});
