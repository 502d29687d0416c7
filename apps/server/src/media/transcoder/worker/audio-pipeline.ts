/** Makes Opus of the audio of a source. */
import { AV_CODEC_ID_AAC } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet } from 'node-av/lib';
import { AudioClock } from '../../clocks/audio-clock.ts';
import { type AudioTrack, TIMESCALE, type Unit } from '../../unit.ts';
import { AudioResampler } from '../codecs/audio-resampler.ts';
import { OpusEncoder } from '../codecs/opus-encoder.ts';

export interface AudioOutput {
  onTrack(track: AudioTrack): void;
  onUnit(unit: Unit): void;
  onBreak(): void;
  onFailure(message: string): void;
}

/** Decodes a track, and encodes it. Made anew for each track of the source. */
class OpusTranscoding {
  readonly #decoder: CodecContext;
  readonly #clock: AudioClock;
  readonly #resampler: AudioResampler;
  readonly #encoder: OpusEncoder;
  /** Where the next frame of the source begins, in its samples; null before the first. */
  #next: number | null = null;

  constructor(track: AudioTrack) {
    const channels = track.channels === 1 ? 1 : 2;
    this.#decoder = openAacDecoder(track);
    this.#clock = new AudioClock(track);
    this.#resampler = new AudioResampler(channels);
    this.#encoder = new OpusEncoder(channels);
  }

  get track(): AudioTrack {
    return this.#encoder.track;
  }

  /** @param onGap audio is missing before the next unit */
  *take(unit: Unit, onGap: () => void): Generator<Unit> {
    const placed = this.#clock.place(unit);
    // There is too much audio for its time.
    if (placed === null) return;
    using packet = new Packet();
    packet.alloc();
    packet.data = Buffer.from(unit.payload.buffer, unit.payload.byteOffset, unit.payload.byteLength);
    if (this.#decoder.sendPacketSync(packet) < 0) return;
    using frame = new Frame();
    frame.alloc();
    if (this.#decoder.receiveFrameSync(frame) < 0) return;
    if (this.#next !== placed.dts) {
      if (this.#next !== null) onGap();
      this.#resampler.close();
      this.#encoder.seek((placed.dts * TIMESCALE) / this.#clock.timescale);
    }
    this.#next = placed.dts + placed.duration;
    yield* this.#encoder.encode(this.#resampler.resample(frame));
  }

  close(): void {
    this.#decoder.freeContext();
    this.#resampler.close();
    this.#encoder.close();
  }
}

export class AudioPipeline {
  readonly #output: AudioOutput;
  #track: AudioTrack | null = null;
  #transcoding: OpusTranscoding | null = null;
  /** Whether units came since the last break. */
  #isRunning = false;
  #hasFailed = false;

  constructor(output: AudioOutput) {
    this.#output = output;
  }

  /** Null while nothing is encoded. */
  get encoderName(): string | null {
    return this.#transcoding === null ? null : 'libopus';
  }

  setTrack(track: AudioTrack | null): void {
    this.break();
    this.#track = track;
    this.#hasFailed = false;
  }

  /** The next unit does not follow the last one. */
  break(): void {
    this.#transcoding?.close();
    this.#transcoding = null;
    this.#markBreak();
  }

  take(unit: Unit): void {
    if (this.#track === null || this.#hasFailed) return;
    try {
      if (this.#track.codec === 'opus') this.#copy(this.#track, unit);
      else this.#transcode(this.#track, unit);
    } catch (error) {
      this.#hasFailed = true;
      this.#output.onFailure(error instanceof Error ? error.message : String(error));
    }
  }

  close(): void {
    this.#transcoding?.close();
    this.#transcoding = null;
  }

  #copy(track: AudioTrack, unit: Unit): void {
    if (!this.#isRunning) this.#output.onTrack(track);
    this.#isRunning = true;
    this.#output.onUnit(unit);
  }

  #transcode(track: AudioTrack, unit: Unit): void {
    if (this.#transcoding === null) {
      this.#transcoding = new OpusTranscoding(track);
      this.#output.onTrack(this.#transcoding.track);
    }
    for (const encoded of this.#transcoding.take(unit, () => this.#markBreak())) {
      this.#isRunning = true;
      this.#output.onUnit(encoded);
    }
  }

  #markBreak(): void {
    if (this.#isRunning) this.#output.onBreak();
    this.#isRunning = false;
  }
}

/** @throws Error where the configuration is damaged */
function openAacDecoder({ configuration }: AudioTrack): CodecContext {
  const codec = Codec.findDecoder(AV_CODEC_ID_AAC);
  if (!codec) throw new Error('This build of FFmpeg cannot decode AAC.');
  const context = new CodecContext();
  context.allocContext3(codec);
  context.threadCount = 1;
  context.extraData = Buffer.from(configuration);
  FFmpegError.throwIfError(context.open2Sync(codec, null), 'open the AAC decoder');
  return context;
}
