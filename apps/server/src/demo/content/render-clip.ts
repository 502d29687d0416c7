import { RATE, type Sound } from '@tributary/demo-content/music/stereo-loop';
import { SCENES, type SceneName } from '@tributary/demo-content/scenes';
import { createPage, createSpriteOf, loadFonts, prepareScene } from '@tributary/demo-content/stage';
import { paintersOf, TAKES } from '@tributary/demo-content/takes';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_ERROR,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
} from 'node-av/constants';
import { type CodecContext, FFmpegError, Frame, Log, type Packet, Rational } from 'node-av/lib';
import { encodeFrame, openEncoder } from '#media/ffmpeg.ts';
import { type AudioTrack, TIMESCALE, type Unit } from '#media/unit.ts';
import type { Clip } from './clip.ts';
import { performInWorker } from './sound/perform-in-worker.ts';
import { type EncodedTake, FPS, HD, SD, TakeEncoder } from './take-encoder.ts';

const HERO: SceneName = 'reef';

const AAC_FRAME = 1024;
/** Music repeats audibly sooner than a picture, so that a shorter scene is shown several times in its clip. */
const MIN_SOUND_SECONDS = 16;
/** Audio frames encoded before the loop, so that the first frame continues from the last one. */
const LEAD_FRAMES = 8;

/** Draws, performs and encodes a scene in all its takes. Takes seconds of CPU time; run it in a child process. */
export async function renderClip(name: SceneName): Promise<Clip> {
  Log.setLevel(AV_LOG_ERROR);
  const { seconds: drawnSeconds } = SCENES[name];
  const soundSeconds = Math.max(drawnSeconds, MIN_SOUND_SECONDS);
  const sound = performInWorker({ name, seconds: soundSeconds });
  const takes = await renderTakes(name, drawnSeconds);
  const audio = encodeSound(await sound, soundSeconds);
  const pictureSeconds = drawnSeconds * takes.length;
  const seconds = Math.max(pictureSeconds, soundSeconds);
  const pictures = takes.flatMap(({ units }, index) => later(units, index * drawnSeconds));
  const units = [
    ...repeated(pictures, pictureSeconds, seconds),
    ...repeated(audio.units, soundSeconds, seconds),
  ].sort((a, b) => a.dts - b.dts || (a.kind === 'video' ? -1 : 1));
  const video = takes[0]?.track ?? null;
  return { duration: seconds * TIMESCALE, tracks: { video, audio: audio.track }, units };
}

const later = (units: readonly Unit[], seconds: number): Unit[] =>
  units.map((unit) => ({
    ...unit,
    dts: unit.dts + seconds * TIMESCALE,
    pts: unit.pts + seconds * TIMESCALE,
  }));

const repeated = (units: readonly Unit[], length: number, total: number): Unit[] =>
  Array.from({ length: total / length }, (_, round) => later(units, round * length)).flat();

/** Draws each picture once, and encodes it for each take. */
async function renderTakes(name: SceneName, seconds: number): Promise<readonly EncodedTake[]> {
  loadFonts();
  const size = name === HERO ? HD : SD;
  const { canvas, ctx } = createPage(size.width);
  const draw = prepareScene(SCENES[name], size.width);
  const painters = paintersOf(TAKES[name], createSpriteOf(size.width));
  const encoders = painters.map(() => new TakeEncoder(size));
  for (let index = 0; index < seconds * FPS; index += 1) {
    ctx.save();
    draw(ctx, index / FPS);
    for (const [take, encoder] of encoders.entries()) {
      painters[take]?.(ctx);
      await encoder.add(canvas, index);
    }
    ctx.restore();
  }
  return Promise.all(encoders.map((encoder) => encoder.finish()));
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
