/** Decodes the streams of a source and encodes them as H.264 and AAC, if browsers cannot play them as they are. */
import { Decoder, FilterAPI } from 'node-av/api';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { type CodecContext, type Frame, type Packet, Rational, type Stream } from 'node-av/lib';
import { readAudioSpecificConfig } from '../codecs/aac.ts';
import { lengthPrefixed } from '../codecs/annex-b.ts';
import { readX264Header } from '../codecs/x264-header.ts';
import { encodeFrame, openEncoder, setOption } from '../ffmpeg.ts';
import { type AudioTrack, TIMESCALE, type Track, type Unit, type VideoTrack } from '../unit.ts';
import { ImportRefused, MAX_HEIGHT, MAX_WIDTH } from './import-limits.ts';
import { type Source, ticksOf } from './source-file.ts';

/** A source with video. */
export type VideoSource = Source & { readonly video: Stream };
/** A source with audio. */
export type AudioSource = Source & { readonly audio: Stream };

const KEYFRAME_INTERVAL_TICKS = 2 * TIMESCALE;
const SAMPLE_RATE = 48_000;

/** Turns the packets of one stream of a source into units of the track that is stored. */
export interface UnitSource<T extends Track> {
  /** The stored track, known after the first unit. */
  readonly track: T | null;
  /** @param packet null at the end of the file */
  units(packet: Packet | null): Iterable<Unit>;
}

/** Stores the frames as they are. */
export function copying<T extends Track>(track: T): UnitSource<T> {
  return {
    track,
    *units(packet) {
      const unit = packet && unitOf(track.kind, packet, packet.timeBase);
      if (unit !== null) yield unit;
    },
  };
}

/**
 * The size of the encoded video: the longer side is at most 1920 and the shorter one at most 1080, with square pixels
 * and even sides.
 */
export function fittedSize({ video, rotation }: Pick<VideoSource, 'video' | 'rotation'>): {
  readonly width: number;
  readonly height: number;
} {
  const { width: codedWidth, height: codedHeight, sampleAspectRatio } = video.codecpar;
  const aspect =
    sampleAspectRatio.num > 0 && sampleAspectRatio.den > 0
      ? sampleAspectRatio.num / sampleAspectRatio.den
      : 1;
  // An aspect ratio beyond these is a mistake of the file.
  const stretched = codedWidth * (aspect >= 0.25 && aspect <= 4 ? aspect : 1);
  const [width, height] = rotation % 180 === 0 ? [stretched, codedHeight] : [codedHeight, stretched];
  const scale = Math.min(1, 1920 / Math.max(width, height), 1080 / Math.min(width, height));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

const TURNS = { 0: '', 90: 'transpose=clock,', 180: 'hflip,vflip,', 270: 'transpose=cclock,' } as const;

export function encodingVideo(source: VideoSource): UnitSource<VideoTrack> {
  const { video, rotation } = source;
  const { width, height } = fittedSize(source);
  const rate = video.avgFrameRate.num > 0 ? video.avgFrameRate : new Rational(30, 1);
  let nextKeyframe = Number.NEGATIVE_INFINITY;
  return encoding({
    kind: 'video',
    decoder: openDecoder(video),
    filters: `${TURNS[rotation]}scale=${width}:${height},setsar=1,format=yuv420p,settb=1/${TIMESCALE}`,
    open: () =>
      openEncoder(
        FF_ENCODER_LIBX264,
        (context) => {
          context.width = width;
          context.height = height;
          context.pixelFormat = AV_PIX_FMT_YUV420P;
          context.timeBase = new Rational(1, TIMESCALE);
          context.framerate = new Rational(rate.num, rate.den);
          context.gopSize = 600;
          context.threadCount = 2;
          context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
        },
        { preset: 'veryfast', crf: 23, 'forced-idr': 1, maxrate: 6_000_000, bufsize: 12_000_000 },
      ),
    prepare(frame) {
      // Keyframes are at most two seconds apart, whatever the frame rate.
      const isDue = Number(frame.pts) >= nextKeyframe;
      frame.pictType = isDue ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
      if (isDue) nextKeyframe = Number(frame.pts) + KEYFRAME_INTERVAL_TICKS;
    },
    readTrack: (header) => ({ ...readX264Header(header), frameRate: rate.num / rate.den }),
    payload: lengthPrefixed,
  });
}

export function encodingAudio({ audio }: AudioSource): UnitSource<AudioTrack> {
  return encoding({
    kind: 'audio',
    decoder: openDecoder(audio),
    // The filter fills gaps with silence.
    filters: `aresample=${SAMPLE_RATE}:async=1000,aformat=sample_fmts=fltp:channel_layouts=stereo,asetnsamples=n=1024`,
    open: (frame) =>
      openEncoder(FF_ENCODER_AAC, (context) => {
        context.sampleRate = SAMPLE_RATE;
        context.sampleFormat = AV_SAMPLE_FMT_FLTP;
        context.channelLayout = frame.channelLayout;
        context.timeBase = new Rational(1, SAMPLE_RATE);
        context.bitRate = 160_000n;
        context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
      }),
    prepare() {},
    readTrack: readAudioSpecificConfig,
    payload: (data) => data,
  });
}

interface Encoding<T extends Track> {
  readonly kind: T['kind'];
  readonly decoder: Decoder;
  readonly filters: string;
  /** @param frame the first frame to encode */
  open(frame: Frame): CodecContext;
  prepare(frame: Frame): void;
  readTrack(header: Buffer): T;
  payload(data: Buffer): Uint8Array;
}

function encoding<T extends Track>(options: Encoding<T>): UnitSource<T> {
  const { kind, decoder } = options;
  const filter = FilterAPI.create(options.filters, { threads: 1 });
  let encoder: CodecContext | null = null;
  let track: T | null = null;

  function* encode(frame: Frame | null): Iterable<Unit> {
    if (frame !== null) options.prepare(frame);
    encoder ??= frame && options.open(frame);
    if (encoder === null) return;
    track ??= options.readTrack(Buffer.from(encoder.extraData ?? []));
    const timeBase = encoder.timeBase;
    for (const packet of encodeFrame(encoder, frame)) {
      using it = packet;
      const unit = unitOf(kind, it, timeBase);
      if (unit !== null) yield { ...unit, payload: options.payload(Buffer.from(unit.payload)) };
    }
  }

  function* encodeAll(frames: Iterable<Frame | null>): Iterable<Unit> {
    for (const frame of frames) {
      if (frame === null) continue;
      using it = frame;
      yield* encode(it);
    }
  }

  return {
    get track() {
      return track;
    },
    *units(packet) {
      for (const frame of decoder.decodeAllSync(packet)) {
        using it = frame;
        yield* encodeAll(filter.processAllSync(it));
      }
      if (packet !== null) return;
      yield* encodeAll(filter.flushFramesSync());
      yield* encode(null);
    },
  };
}

export function openDecoder(stream: Stream): Decoder {
  try {
    return Decoder.createSync(stream, {
      threadCount: 2,
      exitOnError: false,
      // Frames may be larger than the header of the file claims. The option is not set by `options`, which the binding
      // frees twice: the process then dies when its garbage is collected.
      configure: (context) => setOption(context, 'max_pixels', MAX_WIDTH * MAX_HEIGHT),
    });
  } catch {
    throw new ImportRefused({ code: 'undecodable' });
  }
}

function unitOf(kind: Unit['kind'], packet: Packet, timeBase: Packet['timeBase']): Unit | null {
  const { data } = packet;
  const dts = ticksOf(packet.dts, timeBase) ?? ticksOf(packet.pts, timeBase);
  if (!data || dts === null) return null;
  const pts = ticksOf(packet.pts, timeBase) ?? dts;
  return { kind, dts, pts, keyframe: kind === 'audio' || packet.isKeyframe, payload: Buffer.from(data) };
}
