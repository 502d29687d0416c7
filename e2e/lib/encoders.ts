import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_FRAME_DATA_A53_CC,
  AV_LOG_ERROR,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
} from 'node-av/constants';
import { type CodecContext, Frame, Log, type Packet, Rational } from 'node-av/lib';
import { allocateFrame, encodeFrame, openEncoder } from '../../apps/server/src/media/ffmpeg.ts';

// By default, the encoders print their settings and statistics.
Log.setLevel(AV_LOG_ERROR);
process.env.SVT_LOG = '1';

export type VideoCodecName = 'h264' | 'hevc' | 'av1' | 'vp9';
export type AudioCodecName = 'aac' | 'opus';

export interface VideoEncoderOptions {
  readonly codec: VideoCodecName;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly gopSeconds: number;
  readonly bitrateKbps: number;
  readonly bFrames: number;
}

const VIDEO_ENCODERS = {
  h264: FF_ENCODER_LIBX264,
  hevc: FF_ENCODER_LIBX265,
  av1: FF_ENCODER_LIBSVTAV1,
  vp9: FF_ENCODER_LIBVPX_VP9,
} as const;

/** A video encoder with the time base 1/fps: frame n has pts n. */
export class VideoEncoder {
  readonly context: CodecContext;
  readonly #options: VideoEncoderOptions;
  #lastGop = -1;

  constructor(options: VideoEncoderOptions) {
    this.#options = options;
    const configure = (context: CodecContext) => {
      context.width = options.width;
      context.height = options.height;
      context.pixelFormat = AV_PIX_FMT_YUV420P;
      context.timeBase = new Rational(1, options.fps);
      context.framerate = new Rational(options.fps, 1);
      context.gopSize = Math.round(options.fps * options.gopSeconds);
      context.maxBFrames = options.bFrames;
      context.bitRate = BigInt(options.bitrateKbps * 1000);
      context.threadCount = 1;
      context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    };
    this.context = openEncoder(VIDEO_ENCODERS[options.codec], configure, encoderOptions(options));
  }

  /**
   * Encodes one frame, as a keyframe where `pts` is the first of its group of pictures, also after skipped frames.
   * @param captions cc_data to send with it
   */
  encode(bytes: Buffer, pts: number, captions: Buffer | null = null): Packet[] {
    const { width, height, fps, gopSeconds } = this.#options;
    using frame = videoFrame(bytes, width, height);
    frame.pts = BigInt(pts);
    const gop = Math.floor(pts / (fps * gopSeconds) + 1e-9);
    frame.pictType = gop > this.#lastGop ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    this.#lastGop = gop;
    if (captions !== null) captions.copy(frame.newSideData(AV_FRAME_DATA_A53_CC, captions.byteLength));
    return encodeFrame(this.context, frame);
  }

  finish(): Packet[] {
    return encodeFrame(this.context, null);
  }
}

/**
 * Copies unpadded 4:2:0 planes into a new frame. `Frame.fromVideoBuffer` would reference the buffer
 * instead, without the alignment and lifetime that encoders rely on.
 */
function videoFrame(bytes: Buffer, width: number, height: number): Frame {
  const frame = allocateFrame(width, height);
  let read = 0;
  for (const [plane, into] of (frame.data ?? []).entries()) {
    const rowBytes = plane === 0 ? width : width / 2;
    const rows = plane === 0 ? height : height / 2;
    const stride = frame.linesize[plane] ?? rowBytes;
    for (let row = 0; row < rows; row += 1, read += rowBytes)
      bytes.copy(into, row * stride, read, read + rowBytes);
  }
  return frame;
}

function encoderOptions(options: VideoEncoderOptions): Record<string, string | number> {
  const { bFrames, bitrateKbps } = options;
  const rate = { maxrate: bitrateKbps * 1000, bufsize: bitrateKbps * 1000 };
  switch (options.codec) {
    case 'h264': {
      const reorder = bFrames
        ? { 'x264-params': `bframes=${bFrames}:b-adapt=0:rc-lookahead=0:sync-lookahead=0` }
        : { tune: 'zerolatency' };
      return { preset: 'superfast', 'forced-idr': 1, sc_threshold: 0, ...rate, ...reorder };
    }
    case 'hevc':
      return {
        preset: 'ultrafast',
        'forced-idr': 1,
        'x265-params': `log-level=error:scenecut=0:bframes=${bFrames}:b-adapt=0:rc-lookahead=${bFrames && bFrames + 1}:pools=none:frame-threads=1:repeat-headers=0:info=0`,
        ...(bFrames ? {} : { tune: 'zerolatency' }),
      };
    case 'av1':
      return { preset: 10, 'svtav1-params': 'rc=2:pred-struct=1:lookahead=0:scd=0:lp=1' };
    case 'vp9':
      return { deadline: 'realtime', 'cpu-used': 8, 'lag-in-frames': 0, ...rate };
  }
}

/** Samples per channel in a coded frame. */
export const SAMPLES_PER_FRAME = { aac: 1024, opus: 960 } as const;
export const SAMPLE_RATE = 48_000;

/** A stereo audio encoder with the time base 1/48000: frame n has pts n * samplesPerFrame. */
export class AudioEncoder {
  readonly context: CodecContext;
  readonly #codec: AudioCodecName;

  constructor(name: AudioCodecName) {
    this.#codec = name;
    this.context = openEncoder(name === 'aac' ? FF_ENCODER_AAC : FF_ENCODER_LIBOPUS, (context) => {
      context.sampleRate = SAMPLE_RATE;
      context.sampleFormat = name === 'aac' ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT;
      context.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
      context.timeBase = new Rational(1, SAMPLE_RATE);
      context.bitRate = 128_000n;
      context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    });
  }

  get samplesPerFrame(): number {
    return SAMPLES_PER_FRAME[this.#codec];
  }

  /** Encodes a tone with a short beep at each full second. */
  encodeTone(index: number): Packet[] {
    const samples = this.samplesPerFrame;
    const planar = this.#codec === 'aac';
    const pcm = new Float32Array(samples * 2);
    for (let n = 0; n < samples; n += 1) {
      const time = (index * samples + n) / SAMPLE_RATE;
      const beep = time % 1 < 0.08 ? 0.25 * Math.sin(time * 880 * 2 * Math.PI) : 0;
      const value = 0.12 * Math.sin(time * 220 * 2 * Math.PI) + beep;
      pcm[planar ? n : n * 2] = value;
      pcm[planar ? samples + n : n * 2 + 1] = value;
    }
    using frame = Frame.fromAudioBuffer(Buffer.from(pcm.buffer), {
      nbSamples: samples,
      format: planar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT,
      sampleRate: SAMPLE_RATE,
      channelLayout: AV_CHANNEL_LAYOUT_STEREO,
      timeBase: { num: 1, den: SAMPLE_RATE },
      pts: BigInt(index * samples),
    });
    return encodeFrame(this.context, frame);
  }

  finish(): Packet[] {
    return encodeFrame(this.context, null);
  }
}
