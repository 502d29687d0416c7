/** Encodes some of the frames of a recording again. Runs FFmpeg on bytes from strangers: only for processes that may crash. */
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_H264,
  AV_LOG_QUIET,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Log, Packet, Rational } from 'node-av/lib';
import { lengthPrefixed } from '../codecs/annex-b.ts';
import { readX264Header } from '../codecs/x264-header.ts';
import { encodeFrame, openEncoder } from '../ffmpeg.ts';
import type { EdgeJob, EdgeReply } from './edge-messages.ts';

/** Names of `profile_idc` for x264. */
const PROFILES: Readonly<Record<number, string>> = { 66: 'baseline', 77: 'main', 100: 'high' };

/** @throws Error where the frames cannot be decoded, or not be encoded as they are */
export function encodeEdge(job: EdgeJob): EdgeReply {
  Log.setLevel(AV_LOG_QUIET);
  const [, profile = 0, , level = 0] = job.configuration;
  const encoded: { pts: number; keyframe: boolean; payload: Uint8Array }[] = [];
  let encoder: CodecContext | null = null;

  const encode = (frame: Frame | null) => {
    if (encoder === null) return;
    for (const packet of encodeFrame(encoder, frame)) {
      using it = packet;
      const payload = lengthPrefixed(Buffer.from(it.data ?? []));
      encoded.push({ pts: Number(it.pts), keyframe: it.isKeyframe, payload });
    }
  };
  for (const decoded of decodedFrames(job)) {
    using frame = decoded;
    const pts = Number(frame.pts);
    if (pts < job.fromPts || pts >= job.toPts) continue;
    if (frame.format !== AV_PIX_FMT_YUV420P && frame.format !== AV_PIX_FMT_YUVJ420P)
      throw new Error(`The video has pixel format ${frame.format}; only 8-bit 4:2:0 can be encoded.`);
    encoder ??= openLike(frame, job.timescale, PROFILES[profile] ?? 'high', level);
    frame.pictType = AV_PICTURE_TYPE_NONE;
    encode(frame);
  }
  encode(null);
  const header = Buffer.from((encoder as CodecContext | null)?.extraData ?? []);
  return {
    configuration: encoded.length === 0 ? header : readX264Header(header).configuration,
    frames: encoded,
  };
}

/** The caller frees them. */
function* decodedFrames({ configuration, frames, timescale }: EdgeJob): Generator<Frame> {
  const codec = Codec.findDecoder(AV_CODEC_ID_H264);
  if (!codec) throw new Error('This build of FFmpeg cannot decode H.264.');
  using context = new CodecContext();
  context.allocContext3(codec);
  context.threadCount = 1;
  context.extraData = Buffer.from(configuration);
  context.pktTimebase = new Rational(1, timescale);
  FFmpegError.throwIfError(context.open2Sync(codec, null), 'open the H.264 decoder');
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

/** Opens an encoder of frames like this one. The frames come in the order of their presentation, and stay in it. */
function openLike(frame: Frame, timescale: number, profile: string, level: number): CodecContext {
  return openEncoder(
    FF_ENCODER_LIBX264,
    (context) => {
      context.width = frame.width;
      context.height = frame.height;
      context.pixelFormat = frame.format === AV_PIX_FMT_YUVJ420P ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P;
      context.sampleAspectRatio = frame.sampleAspectRatio;
      context.colorRange = frame.colorRange;
      context.colorPrimaries = frame.colorPrimaries;
      context.colorTrc = frame.colorTrc;
      context.colorSpace = frame.colorSpace;
      context.timeBase = new Rational(1, timescale);
      context.maxBFrames = 0;
      context.gopSize = 600;
      context.level = level;
      context.threadCount = 2;
      context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    },
    { preset: 'veryfast', crf: 18, profile },
  );
}
