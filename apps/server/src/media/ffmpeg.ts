/** FFmpeg's encoders, by node-av. They hold up all of their process: for children, tools and tests. */
import {
  AV_OPT_SEARCH_CHILDREN,
  AV_PIX_FMT_YUV420P,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  type FFEncoderCodec,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Option, Packet } from 'node-av/lib';

/**
 * @param configure sets what every encoder of its kind has
 * @param options the encoder's own
 * @throws Error where this build of FFmpeg has no such encoder, or it does not take that
 */
export function openEncoder(
  name: FFEncoderCodec,
  configure: (context: CodecContext) => void,
  options: Readonly<Record<string, string | number>> = {},
): CodecContext {
  const codec = Codec.findEncoderByName(name);
  if (!codec) throw new Error(`This build of FFmpeg has no ${name}.`);
  const context = new CodecContext();
  context.allocContext3(codec);
  configure(context);
  // Not through open2's dictionary: the binding frees that twice.
  for (const [option, value] of Object.entries(options)) {
    const result = Option.set(context.getNative(), option, String(value), AV_OPT_SEARCH_CHILDREN);
    FFmpegError.throwIfError(result, `set ${option} of ${name}`);
  }
  FFmpegError.throwIfError(context.open2Sync(codec, null), `open ${name}`);
  return context;
}

/** Room of its own for a picture of 4:2:0. */
export function allocateFrame(width: number, height: number): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.width = width;
  frame.height = height;
  frame.format = AV_PIX_FMT_YUV420P;
  FFmpegError.throwIfError(frame.getBuffer(), 'make room for a picture');
  return frame;
}

/** Encodes a frame; null: nothing follows. @returns what is ready by then, for the caller to free */
export function encodeFrame(context: CodecContext, frame: Frame | null): Packet[] {
  FFmpegError.throwIfError(context.sendFrameSync(frame), 'encode a frame');
  const packets: Packet[] = [];
  for (;;) {
    const packet = new Packet();
    packet.alloc();
    const result = context.receivePacketSync(packet);
    if (result === AVERROR_EAGAIN || result === AVERROR_EOF) {
      packet.free();
      return packets;
    }
    FFmpegError.throwIfError(result, 'take a coded frame');
    packets.push(packet);
  }
}
