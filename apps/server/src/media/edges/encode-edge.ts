/**
 * Encodes some of the frames of a recording again. Runs FFmpeg on untrusted bytes, so only processes that may crash use
 * it.
 */
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
} from 'node-av/constants';
import { type CodecContext, FFmpegError, Frame, Log, Packet, Rational } from 'node-av/lib';
import { encodeFrame, openDecoder, openEncoder } from '../ffmpeg.ts';
import { EDGE_CODECS, type EdgeCodec } from './edge-codecs.ts';
import type { EdgeJob, EdgeReply } from './edge-messages.ts';

/** @throws Error if the frames cannot be decoded, or cannot be encoded in their format */
export function encodeEdge(job: EdgeJob): EdgeReply {
  Log.setLevel(AV_LOG_QUIET);
  const codec = EDGE_CODECS[job.codec];
  const encoded: { pts: number; keyframe: boolean; payload: Uint8Array }[] = [];
  let { configuration } = job;
  let encoder: CodecContext | null = null;

  const encode = (frame: Frame | null) => {
    if (encoder === null) return;
    for (const packet of encodeFrame(encoder, frame)) {
      using it = packet;
      const data = Buffer.from(it.data ?? []);
      if (encoded.length === 0) {
        const header = Buffer.from(encoder.extraData ?? []);
        configuration = codec.configurationOf(header, data) ?? configuration;
      }
      encoded.push({ pts: Number(it.pts), keyframe: it.isKeyframe, payload: codec.sampleOf(data) });
    }
  };
  for (const decoded of decodedFrames(job)) {
    using frame = decoded;
    const pts = Number(frame.pts);
    if (pts < job.fromPts || pts >= job.toPts) continue;
    if (frame.format !== AV_PIX_FMT_YUV420P && frame.format !== AV_PIX_FMT_YUVJ420P)
      throw new Error(`The video has pixel format ${frame.format}; only 8-bit 4:2:0 can be encoded.`);
    encoder ??= openLike(frame, job, codec);
    frame.pictType = AV_PICTURE_TYPE_NONE;
    encode(frame);
  }
  encode(null);
  return { configuration, frames: encoded };
}

/** Yields decoded frames, which the caller frees. */
function* decodedFrames({ codec, configuration, frames, timescale }: EdgeJob): Generator<Frame> {
  using context = openDecoder(codec, configuration, (decoder) => {
    decoder.pktTimebase = new Rational(1, timescale);
  });
  for (const one of [...frames, null]) {
    using packet = new Packet();
    packet.alloc();
    if (one !== null) {
      packet.data = Buffer.from(one.payload);
      packet.pts = BigInt(one.pts);
      packet.dts = BigInt(one.dts);
    }
    FFmpegError.throwIfError(context.sendPacketSync(one === null ? null : packet), 'decode a frame');
    for (;;) {
      const frame = new Frame();
      frame.alloc();
      if (context.receiveFrameSync(frame) < 0) {
        frame.free();
        break;
      }
      yield frame;
    }
  }
}

/** Opens an encoder for frames like this one. The frames arrive in the order of their presentation, and stay in it. */
function openLike(frame: Frame, job: EdgeJob, { encoder, configure, options }: EdgeCodec): CodecContext {
  return openEncoder(
    encoder,
    (context) => {
      context.width = frame.width;
      context.height = frame.height;
      context.pixelFormat = frame.format === AV_PIX_FMT_YUVJ420P ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P;
      context.sampleAspectRatio = frame.sampleAspectRatio;
      context.colorRange = frame.colorRange;
      context.colorPrimaries = frame.colorPrimaries;
      context.colorTrc = frame.colorTrc;
      context.colorSpace = frame.colorSpace;
      context.timeBase = new Rational(1, job.timescale);
      context.maxBFrames = 0;
      context.gopSize = 600;
      context.threadCount = 2;
      context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
      configure?.(context, job);
    },
    options(job),
  );
}
