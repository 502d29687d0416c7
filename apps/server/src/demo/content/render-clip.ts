import { RATE, type Sound } from '@tributary/demo-content/music/stereo-loop';
import { SCENES, type SceneName } from '@tributary/demo-content/scenes';
import { createPage, loadFonts, prepareScene } from '@tributary/demo-content/stage';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_ERROR,
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_SMPTE170M,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import {
  type CodecContext,
  CodecParameters,
  FFmpegError,
  Frame,
  Log,
  type Packet,
  Rational,
  SoftwareScaleContext,
} from 'node-av/lib';
import { lengthPrefixed } from '#media/codecs/annex-b.ts';
import { allocateFrame, encodeFrame, openEncoder, receivePackets } from '#media/ffmpeg.ts';
import { type AudioTrack, TIMESCALE, type Unit, type VideoTrack } from '#media/unit.ts';
import type { Clip } from './clip.ts';
import { performInWorker } from './sound/perform-in-worker.ts';

interface VideoSize {
  readonly width: number;
  readonly height: number;
  readonly maxKbps: number;
  readonly preset: string;
}

const SD: VideoSize = { width: 640, height: 360, maxKbps: 900, preset: 'veryfast' };
/** For the channel that Home plays first, and that a visitor may be waiting for. */
const HD: VideoSize = { width: 1280, height: 720, maxKbps: 2400, preset: 'superfast' };
const HERO: SceneName = 'reef';

const FPS = 24;
/** Two seconds, which allows short segments and a quick start. */
const GOP = 48;
const AAC_FRAME = 1024;
/** Music repeats audibly sooner than a picture, so that a shorter scene is shown several times in its clip. */
const MIN_SOUND_SECONDS = 16;
/** Audio frames encoded before the loop, so that the first frame continues from the last one. */
const LEAD_FRAMES = 8;

/** Draws, performs and encodes a scene. Takes seconds of CPU time; run it in a child process. */
export async function renderClip(name: SceneName): Promise<Clip> {
  Log.setLevel(AV_LOG_ERROR);
  const { seconds: drawnSeconds } = SCENES[name];
  const seconds = Math.max(drawnSeconds, MIN_SOUND_SECONDS);
  const sound = performInWorker({ name, seconds });
  const video = await renderVideo(name, drawnSeconds);
  const audio = encodeSound(await sound, seconds);
  const rounds = Array.from({ length: seconds / drawnSeconds }, (_, round) =>
    video.units.map((unit) => later(unit, round * drawnSeconds * TIMESCALE)),
  );
  const units = [...rounds.flat(), ...audio.units].sort(
    (a, b) => a.dts - b.dts || (a.kind === 'video' ? -1 : 1),
  );
  return { duration: seconds * TIMESCALE, tracks: { video: video.track, audio: audio.track }, units };
}

function later(unit: Unit, ticks: number): Unit {
  return { ...unit, dts: unit.dts + ticks, pts: unit.pts + ticks };
}

async function renderVideo(name: SceneName, seconds: number): Promise<{ track: VideoTrack; units: Unit[] }> {
  loadFonts();
  const size = name === HERO ? HD : SD;
  const { width, height } = size;
  const { canvas, ctx } = createPage(width);
  const draw = prepareScene(SCENES[name], width);
  using context = openVideoEncoder(size);
  using scaler = new SoftwareScaleContext();
  scaler.getContext(width, height, AV_PIX_FMT_RGBA, width, height, AV_PIX_FMT_YUV420P);
  const units: Unit[] = [];
  const take = (packets: Packet[]) => {
    for (const packet of packets) {
      const dts = (Number(packet.dts) * TIMESCALE) / FPS;
      units.push({
        kind: 'video',
        dts,
        pts: dts,
        keyframe: packet.isKeyframe,
        payload: lengthPrefixed(packet.data ?? Buffer.alloc(0)),
      });
      packet.free();
    }
  };
  /** Encodes a frame in another thread, while this one draws the next. */
  async function encode(given: Frame): Promise<void> {
    using frame = given;
    FFmpegError.throwIfError(await context.sendFrame(frame), 'encode a frame');
    take(receivePackets(context));
  }
  let encoding = Promise.resolve();
  for (let index = 0; index < seconds * FPS; index += 1) {
    ctx.save();
    draw(ctx, index / FPS);
    ctx.restore();
    const frame = allocateFrame(width, height);
    FFmpegError.throwIfError(
      scaler.scaleSync([canvas.data()], [width * 4], 0, height, frame.data ?? [], frame.linesize),
      'convert a frame',
    );
    frame.pts = BigInt(index);
    // Returning to the event loop also frees the pixels that canvas.data() copied.
    await encoding;
    encoding = encode(frame);
  }
  await encoding;
  take(encodeFrame(context, null));
  using parameters = describe(context);
  const configuration = parameters.getDecoderConfigurationRecord();
  const codecString = parameters.getCodecString();
  if (!configuration || !codecString) throw new Error('The video encoder gives no extradata');
  const track: VideoTrack = {
    kind: 'video',
    codec: 'h264',
    codecString,
    width,
    height,
    frameRate: FPS,
    configuration: Uint8Array.from(configuration),
  };
  return { track, units };
}

function encodeSound({ left, right }: Sound, seconds: number): { track: AudioTrack; units: Unit[] } {
  using context = openAudioEncoder();
  const frames = (seconds * RATE) / AAC_FRAME;
  const units: Unit[] = [];
  const take = (packets: Packet[]) => {
    for (const packet of packets) {
      const index = Number(packet.pts) / AAC_FRAME - LEAD_FRAMES;
      if (index >= 0 && index < frames) {
        const dts = (index * AAC_FRAME * TIMESCALE) / RATE;
        units.push({
          kind: 'audio',
          dts,
          pts: dts,
          keyframe: true,
          payload: Uint8Array.from(packet.data ?? []),
        });
      }
      packet.free();
    }
  };
  for (let index = 0; index < frames + LEAD_FRAMES + 2; index += 1) {
    const from = ((index - LEAD_FRAMES + frames) % frames) * AAC_FRAME;
    const samples = new Float32Array(AAC_FRAME * 2);
    samples.set(left.subarray(from, from + AAC_FRAME), 0);
    samples.set(right.subarray(from, from + AAC_FRAME), AAC_FRAME);
    using frame = new Frame();
    frame.alloc();
    frame.nbSamples = AAC_FRAME;
    frame.format = AV_SAMPLE_FMT_FLTP;
    frame.sampleRate = RATE;
    frame.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    FFmpegError.throwIfError(frame.getBuffer(), 'allocate an audio frame');
    const planes = frame.extendedData ?? [];
    Buffer.from(samples.buffer, 0, AAC_FRAME * 4).copy(planes[0] ?? Buffer.alloc(0));
    Buffer.from(samples.buffer, AAC_FRAME * 4).copy(planes[1] ?? Buffer.alloc(0));
    frame.pts = BigInt(index * AAC_FRAME);
    take(encodeFrame(context, frame));
  }
  take(encodeFrame(context, null));
  const configuration = Uint8Array.from(context.extraData ?? []);
  const track: AudioTrack = {
    kind: 'audio',
    codec: 'aac',
    codecString: 'mp4a.40.2',
    sampleRate: RATE,
    channels: 2,
    samplesPerFrame: AAC_FRAME,
    configuration,
  };
  return { track, units };
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

function openAudioEncoder(): CodecContext {
  return openEncoder(FF_ENCODER_AAC, (context) => {
    context.sampleRate = RATE;
    context.sampleFormat = AV_SAMPLE_FMT_FLTP;
    context.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    context.timeBase = new Rational(1, RATE);
    context.bitRate = 112_000n;
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  });
}

function describe(context: CodecContext): CodecParameters {
  const parameters = new CodecParameters();
  parameters.alloc();
  FFmpegError.throwIfError(parameters.fromContext(context), 'describe a track');
  return parameters;
}
