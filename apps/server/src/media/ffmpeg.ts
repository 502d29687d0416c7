/**
 * FFmpeg's decoders and encoders, from node-av. They block their process, so they are for child processes, tools and
 * tests.
 */
import {
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_VP9,
  AV_OPT_SEARCH_CHILDREN,
  AV_PIX_FMT_YUV420P,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  type AVPixelFormat,
  type FFEncoderCodec,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Option, Packet } from 'node-av/lib';
import type { VideoCodec } from './unit.ts';

/** More than 8K: no camera sends such frames, but an attacker may. */
const MAX_PIXELS = 8192 * 4352;

const DECODERS = {
  h264: AV_CODEC_ID_H264,
  hevc: AV_CODEC_ID_HEVC,
  av1: AV_CODEC_ID_AV1,
  vp9: AV_CODEC_ID_VP9,
} as const;

/**
 * Opens a decoder of MP4 samples.
 * @param configuration the body of avcC, hvcC, av1C or vpcC
 * @throws Error if this build of FFmpeg lacks the decoder, or the configuration is damaged
 */
export function openDecoder(
  name: VideoCodec,
  configuration: Uint8Array,
  configure: (context: CodecContext) => void = () => {},
): CodecContext {
  const codec = Codec.findDecoder(DECODERS[name]);
  if (!codec) throw new Error(`This build of FFmpeg cannot decode ${name}.`);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.threadCount = 1;
  if (name !== 'vp9') context.extraData = Buffer.from(configuration);
  configure(context);
  setOption(context, 'max_pixels', MAX_PIXELS);
  FFmpegError.throwIfError(context.open2Sync(codec, null), `open the ${name} decoder`);
  return context;
}

/**
 * Opens an encoder.
 * @param configure sets the properties that every encoder of its kind has
 * @param options the encoder's private options
 * @throws Error if this build of FFmpeg lacks the encoder, or the encoder rejects an option
 */
export function openEncoder(
  name: FFEncoderCodec,
  configure: (context: CodecContext) => void,
  options: Readonly<Record<string, string | number>> = {},
): CodecContext {
  const codec = Codec.findEncoderByName(name);
  if (!codec) throw new Error(`This build of FFmpeg has no encoder ${name}.`);
  const context = new CodecContext();
  context.allocContext3(codec);
  configure(context);
  // The options are not passed through open2's dictionary, which the binding frees twice.
  for (const [option, value] of Object.entries(options)) setOption(context, option, value);
  FFmpegError.throwIfError(
    withoutRoot(() => context.open2Sync(codec, null)),
    `open ${name}`,
  );
  return context;
}

/**
 * Sets an option of a codec that is not open yet.
 * @throws Error if the codec has no such option or value
 */
export function setOption(context: CodecContext, option: string, value: string | number): void {
  const result = Option.set(context.getNative(), option, String(value), AV_OPT_SEARCH_CHILDREN);
  FFmpegError.throwIfError(result, `set the option ${option} to ${value}`);
}

/** The user id of `nobody` on all systems. */
const NOBODY = 65534;

/**
 * Opens an encoder without the rights of root. With them, SVT-AV1 gives its threads, that of the caller and all processes
 * that this one starts later the highest real-time priority, so that the database and the live path get no CPU.
 */
function withoutRoot<T>(open: () => T): T {
  if (process.geteuid?.() !== 0) return open();
  process.seteuid?.(NOBODY);
  try {
    return open();
  } finally {
    process.seteuid?.(0);
  }
}

/** Allocates a frame, by default in 4:2:0 with three planes. */
export function allocateFrame(
  width: number,
  height: number,
  format: AVPixelFormat = AV_PIX_FMT_YUV420P,
): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.width = width;
  frame.height = height;
  frame.format = format;
  FFmpegError.throwIfError(frame.getBuffer(), `allocate a frame of ${width} x ${height}`);
  return frame;
}

/**
 * Encodes a frame, or flushes the encoder with null.
 * @returns the packets that are ready, which the caller frees
 */
export function encodeFrame(context: CodecContext, frame: Frame | null): Packet[] {
  FFmpegError.throwIfError(context.sendFrameSync(frame), 'encode a frame');
  return receivePackets(context);
}

/** The packets that an encoder has ready; the caller frees them. */
export function receivePackets(context: CodecContext): Packet[] {
  const packets: Packet[] = [];
  for (;;) {
    const packet = new Packet();
    packet.alloc();
    const result = context.receivePacketSync(packet);
    if (result === AVERROR_EAGAIN || result === AVERROR_EOF) {
      packet.free();
      return packets;
    }
    FFmpegError.throwIfError(result, 'receive a packet');
    packets.push(packet);
  }
}
