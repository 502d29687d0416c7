/** Video and audio of a real encoder, as units of a live stream. */
import { join } from 'node:path';
import type { AudioTrack, Unit, VideoTrack } from '../../../src/media/unit.ts';
import {
  audioTrackOf,
  encodeFile,
  readFile,
  scratchDirectory,
  unitsOf,
  videoTrackOf,
} from '../packager/ffmpeg.ts';

export interface SourceOptions {
  readonly codec?: VideoTrack['codec'];
  readonly width?: number;
  readonly height?: number;
  readonly framesPerSecond?: number;
  readonly seconds?: number;
  /** The options of the encoder. */
  readonly options?: Readonly<Record<string, string | number>>;
  /** The start in seconds. */
  readonly from?: number;
  readonly audio?: boolean;
}

export interface EncodedSource {
  readonly video: VideoTrack;
  readonly audio: AudioTrack | null;
  /** The units of both tracks, in the order in which an encoder sends them. */
  readonly units: readonly Unit[];
}

const CODEC_STRINGS = {
  h264: 'avc1.64001f',
  hevc: 'hvc1.1.6.L93.90',
  av1: 'av01.0.04M.08',
  vp9: 'vp09.00.10.08',
} as const;

const FAST: Readonly<Record<VideoTrack['codec'], Readonly<Record<string, string | number>>>> = {
  h264: { preset: 'ultrafast', g: 15, bf: 0 },
  hevc: { preset: 'ultrafast', g: 15, 'x265-params': 'log-level=none:bframes=0:scenecut=0' },
  av1: { preset: 12, g: 15 },
  vp9: { deadline: 'realtime', 'cpu-used': 8, g: 15 },
};

export async function encodedSource(source: SourceOptions = {}): Promise<EncodedSource> {
  const { codec = 'h264', width = 320, height = 180, framesPerSecond = 30, seconds = 2, from = 1 } = source;
  using scratch = scratchDirectory();
  const file = join(scratch.path, 'source.mp4');
  await encodeFile({
    video: { codec, options: source.options ?? FAST[codec], width, height, framesPerSecond },
    audio: source.audio
      ? { codec: 'aac', options: { b: 64_000 }, filter: 'aformat=sample_fmts=fltp:channel_layouts=stereo' }
      : null,
    seconds,
    file,
  });
  const { streams } = await readFile(file, { payloads: true, scratch: scratch.path });
  const video = streams.find(({ kind }) => kind === 'video');
  const audio = streams.find(({ kind }) => kind === 'audio');
  if (video === undefined) throw new Error('The encoded file has no video.');
  return {
    video: videoTrackOf(video, codec, CODEC_STRINGS[codec]),
    audio: audio === undefined ? null : audioTrackOf(audio),
    units: streams.flatMap((stream) => unitsOf(stream, from)).sort((a, b) => a.dts - b.dts),
  };
}
