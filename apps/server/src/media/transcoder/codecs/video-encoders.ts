/** The encoders of H.264 that renditions are made with. */
import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { type CodecContext, FFmpegError, type Frame, type Packet, Rational } from 'node-av/lib';
import { encodeFrame, openEncoder, receivePackets } from '../../ffmpeg.ts';
import { TIMESCALE } from '../../unit.ts';

export interface EncoderSettings {
  readonly width: number;
  readonly height: number;
  /** Of the rendition; null where it is not known. */
  readonly frameRate: number | null;
  readonly bitsPerSecond: number;
  /** By default, as many threads as the size needs. */
  readonly threads?: number;
}

export interface VideoEncoder {
  /** The parameter sets in Annex B; empty where they come with the first keyframe. */
  readonly header: Buffer;
  /** Encodes a frame of 4:2:0 in 8 bits; one of type I begins a closed group. The caller frees the packets. */
  encode(frame: Frame): Promise<Packet[]>;
  /** Does so in the calling thread; missing where an encoder waits for a device. */
  encodeSync?(frame: Frame): Packet[];
  /** Frames come at this rate, whatever the source claimed when the encoder was opened. */
  setFrameRate(frameRate: number): void;
  close(): void;
}

/** One way to encode. */
export interface EncoderBackend {
  /** As statistics show it: `x264`. */
  readonly name: string;
  /** @param like the first frame, whose colors the stream declares @throws Error where it cannot be opened */
  open(settings: EncoderSettings, like: Frame): VideoEncoder;
}

/** Longer than any stream: only frames of type I are keyframes. */
const NO_KEYFRAMES = 2 ** 30;

/**
 * Without lookahead, B-frames and durations (`force-cfr`), so that each frame comes out before the next one goes in. Rate
 * control then counts frames and not time, which `setFrameRate` makes up for.
 */
export const X264_OPTIONS = {
  preset: 'veryfast',
  crf: 23,
  'forced-idr': 1,
  'x264-params':
    'bframes=0:rc-lookahead=0:sync-lookahead=0:mbtree=0:scenecut=0:sliced-threads=1:force-cfr=1:open-gop=0',
} as const;

/** The buffer of rate control, in seconds. */
export const VBV_SECONDS = 1;

/** A frame of 720p at 60 frames a second keeps about half a core busy: larger ones are cut into slices. */
const PIXELS_PER_THREAD = 1280 * 720 * 60;
const MAX_THREADS = 4;

/** What all encoders of H.264 are told. */
export function configure(
  encoder: CodecContext,
  { width, height, bitsPerSecond, ...settings }: EncoderSettings,
  like: Frame,
): void {
  const rate = declaredRate(settings);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.sampleAspectRatio = like.sampleAspectRatio;
  encoder.colorRange = like.colorRange;
  encoder.colorPrimaries = like.colorPrimaries;
  encoder.colorTrc = like.colorTrc;
  encoder.colorSpace = like.colorSpace;
  encoder.timeBase = new Rational(1, TIMESCALE);
  encoder.framerate = new Rational(rate, 1);
  encoder.maxBFrames = 0;
  encoder.gopSize = NO_KEYFRAMES;
  encoder.rcMaxRate = BigInt(bitsPerSecond);
  encoder.rcBufferSize = Math.round(bitsPerSecond * VBV_SECONDS);
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
}

/** Whole numbers, so that a measured rate gives the same parameter sets again after a fault. */
const declaredRate = ({ frameRate }: Pick<EncoderSettings, 'frameRate'>) =>
  Math.max(1, Math.round(frameRate ?? 30));

export const x264: EncoderBackend = {
  name: 'x264',
  open(settings, like) {
    const { width, height, bitsPerSecond } = settings;
    const rate = declaredRate(settings);
    const context = openEncoder(
      FF_ENCODER_LIBX264,
      (encoder) => {
        configure(encoder, settings, like);
        const needed = Math.round((width * height * rate) / PIXELS_PER_THREAD);
        encoder.threadCount = settings.threads ?? Math.max(1, Math.min(MAX_THREADS, needed));
      },
      X264_OPTIONS,
    );
    return {
      header: Buffer.from(context.extraData ?? []),
      encode: (frame) => sendFrame(context, frame),
      encodeSync: (frame) => encodeFrame(context, frame),
      setFrameRate(frameRate) {
        // x264 takes new limits while it runs.
        const limit = Math.round(bitsPerSecond * Math.max(0.25, Math.min(4, rate / frameRate)));
        context.rcMaxRate = BigInt(limit);
        context.rcBufferSize = Math.round(limit * VBV_SECONDS);
      },
      close: () => context.freeContext(),
    };
  },
};

/** Encodes in a thread of its own, so that renditions are encoded side by side. */
export async function sendFrame(context: CodecContext, frame: Frame): Promise<Packet[]> {
  const result = await context.sendFrame(frame);
  FFmpegError.throwIfError(result, 'encode a frame');
  return receivePackets(context);
}
