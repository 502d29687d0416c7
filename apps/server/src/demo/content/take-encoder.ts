/** Encodes the pictures of one take of a scene as H.264. */
import type { Canvas } from '@napi-rs/canvas';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_SMPTE170M,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import {
  type CodecContext,
  CodecParameters,
  FFmpegError,
  type Frame,
  type Packet,
  Rational,
  SoftwareScaleContext,
} from 'node-av/lib';
import { lengthPrefixed } from '#media/codecs/annex-b.ts';
import { allocateFrame, encodeFrame, openEncoder, receivePackets } from '#media/ffmpeg.ts';
import { TIMESCALE, type Unit, type VideoTrack } from '#media/unit.ts';

export interface VideoSize {
  readonly width: number;
  readonly height: number;
  readonly maxKbps: number;
  readonly preset: string;
}

export const SD: VideoSize = { width: 640, height: 360, maxKbps: 900, preset: 'veryfast' };
/** For the channel that Home plays first, and that a visitor may be waiting for. */
export const HD: VideoSize = { width: 1280, height: 720, maxKbps: 2400, preset: 'superfast' };

export const FPS = 24;
/** Two seconds, which allows short segments and a quick start. */
const GOP = 48;

export interface EncodedTake {
  readonly track: VideoTrack;
  /** From 0, with a keyframe first. */
  readonly units: readonly Unit[];
}

export class TakeEncoder {
  readonly #size: VideoSize;
  readonly #context: CodecContext;
  readonly #scaler = new SoftwareScaleContext();
  readonly #units: Unit[] = [];
  #encoding = Promise.resolve();

  constructor(size: VideoSize) {
    const { width, height } = size;
    this.#size = size;
    this.#context = openVideoEncoder(size);
    this.#scaler.getContext(width, height, AV_PIX_FMT_RGBA, width, height, AV_PIX_FMT_YUV420P);
  }

  /** Resolves once the picture before this one is encoded, which happens in another thread. */
  async add(canvas: Canvas, index: number): Promise<void> {
    const { width, height } = this.#size;
    const frame = allocateFrame(width, height);
    FFmpegError.throwIfError(
      this.#scaler.scaleSync([canvas.data()], [width * 4], 0, height, frame.data ?? [], frame.linesize),
      'convert a frame',
    );
    frame.pts = BigInt(index);
    // Returning to the event loop also frees the pixels that data() copied.
    await this.#encoding;
    this.#encoding = this.#encode(frame);
  }

  async finish(): Promise<EncodedTake> {
    await this.#encoding;
    using context = this.#context;
    using _scaler = this.#scaler;
    this.#take(encodeFrame(context, null));
    using parameters = describe(context);
    const configuration = parameters.getDecoderConfigurationRecord();
    const codecString = parameters.getCodecString();
    if (!configuration || !codecString) throw new Error('The video encoder gives no extradata');
    const { width, height } = this.#size;
    const track: VideoTrack = {
      kind: 'video',
      codec: 'h264',
      codecString,
      width,
      height,
      frameRate: FPS,
      configuration: Uint8Array.from(configuration),
    };
    return { track, units: this.#units };
  }

  async #encode(given: Frame): Promise<void> {
    using frame = given;
    FFmpegError.throwIfError(await this.#context.sendFrame(frame), 'encode a frame');
    this.#take(receivePackets(this.#context));
  }

  #take(packets: readonly Packet[]): void {
    for (const packet of packets) {
      const dts = (Number(packet.dts) * TIMESCALE) / FPS;
      this.#units.push({
        kind: 'video',
        dts,
        pts: dts,
        keyframe: packet.isKeyframe,
        payload: lengthPrefixed(packet.data ?? Buffer.alloc(0)),
      });
      packet.free();
    }
  }
}

function openVideoEncoder({ width, height, maxKbps, preset }: VideoSize): CodecContext {
  const configure = (context: CodecContext) => {
    context.width = width;
    context.height = height;
    context.pixelFormat = AV_PIX_FMT_YUV420P;
    context.colorSpace = AVCOL_SPC_SMPTE170M;
    context.colorRange = AVCOL_RANGE_MPEG;
    context.timeBase = new Rational(1, FPS);
    context.framerate = new Rational(FPS, 1);
    context.gopSize = GOP;
    context.maxBFrames = 0;
    context.threadCount = 1;
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  };
  return openEncoder(FF_ENCODER_LIBX264, configure, {
    preset,
    crf: '24',
    maxrate: `${maxKbps}k`,
    bufsize: `${2 * maxKbps}k`,
    'x264-params': `keyint=${GOP}:min-keyint=${GOP}:scenecut=0:open-gop=0:bframes=0:rc-lookahead=12`,
  });
}

function describe(context: CodecContext): CodecParameters {
  const parameters = new CodecParameters();
  parameters.alloc();
  FFmpegError.throwIfError(parameters.fromContext(context), 'describe a track');
  return parameters;
}
