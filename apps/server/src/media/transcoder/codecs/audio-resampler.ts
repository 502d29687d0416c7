/** Turns decoded audio into interleaved samples at 48 kHz, in mono or stereo. */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_SAMPLE_FMT_FLT,
  type AVSampleFormat,
} from 'node-av/constants';
import { FFmpegError, Frame, SoftwareResampleContext } from 'node-av/lib';

export const OPUS_RATE = 48_000;
const BYTES_PER_SAMPLE = 4;

export const layoutOf = (channels: number) =>
  channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;

export class AudioResampler {
  readonly #channels: 1 | 2;
  #context: SoftwareResampleContext | null = null;
  /** What the context was made for. */
  #source = '';

  constructor(channels: 1 | 2) {
    this.#channels = channels;
  }

  /** The samples that are ready. Others follow with the next frame. */
  resample(source: Frame): Buffer {
    const context = this.#contextFor(source);
    using resampled = new Frame();
    resampled.alloc();
    resampled.format = AV_SAMPLE_FMT_FLT;
    resampled.sampleRate = OPUS_RATE;
    resampled.channelLayout = layoutOf(this.#channels);
    FFmpegError.throwIfError(context.convertFrame(resampled, source), 'resample audio');
    const bytes = resampled.nbSamples * this.#channels * BYTES_PER_SAMPLE;
    return Buffer.from(resampled.data?.[0]?.subarray(0, bytes) ?? []);
  }

  /** Forgets what it holds back; the next frame does not follow the last one. */
  close(): void {
    this.#context?.free();
    this.#context = null;
    this.#source = '';
  }

  /** The layout may change in the middle of AAC, as with parametric stereo. */
  #contextFor({ sampleRate, channelLayout, channels, format }: Frame): SoftwareResampleContext {
    const source = `${sampleRate}/${channels}/${format}`;
    if (this.#context !== null && this.#source === source) return this.#context;
    this.close();
    const context = new SoftwareResampleContext();
    const result = context.allocSetOpts2(
      ...([layoutOf(this.#channels), AV_SAMPLE_FMT_FLT, OPUS_RATE] as const),
      ...([channelLayout, format as AVSampleFormat, sampleRate] as const),
    );
    FFmpegError.throwIfError(result, 'configure the resampler');
    FFmpegError.throwIfError(context.init(), 'open the resampler');
    this.#context = context;
    this.#source = source;
    return context;
  }
}
