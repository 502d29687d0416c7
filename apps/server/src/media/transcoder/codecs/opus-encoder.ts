/** Encodes samples as Opus in frames of 20 ms. */
import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_SAMPLE_FMT_FLT, FF_ENCODER_LIBOPUS } from 'node-av/constants';
import { type CodecContext, FFmpegError, Frame, Rational } from 'node-av/lib';
import { readOpusHead } from '../../codecs/opus.ts';
import { encodeFrame, openEncoder } from '../../ffmpeg.ts';
import { type AudioTrack, TIMESCALE, type Unit } from '../../unit.ts';
import { layoutOf, OPUS_RATE } from './audio-resampler.ts';

const FRAME_SAMPLES = 960;
const BYTES_PER_SAMPLE = 4;
const BITS_PER_SECOND = { 1: 64_000, 2: 96_000 } as const;

export class OpusEncoder {
  readonly track: AudioTrack;
  readonly #context: CodecContext;
  readonly #channels: 1 | 2;
  /** Samples by which what a decoder returns is late. */
  readonly #delay: number;
  /** The first sample that is not encoded yet, by the clock of the stream. */
  #position = 0;
  #pending: Buffer = Buffer.alloc(0);

  constructor(channels: 1 | 2) {
    this.#channels = channels;
    this.#context = openEncoder(
      FF_ENCODER_LIBOPUS,
      (context) => {
        context.sampleRate = OPUS_RATE;
        context.sampleFormat = AV_SAMPLE_FMT_FLT;
        context.channelLayout = layoutOf(channels);
        context.timeBase = new Rational(1, OPUS_RATE);
        context.bitRate = BigInt(BITS_PER_SECOND[channels]);
        context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
      },
      { frame_duration: 20 },
    );
    const head = Buffer.from(this.#context.extraData ?? []);
    this.track = readOpusHead(head);
    this.#delay = head.readUInt16LE(10);
  }

  /** The next samples are those of this time, and do not follow the last ones. @param ticks their time */
  seek(ticks: number): void {
    this.#position = Math.round((ticks * OPUS_RATE) / TIMESCALE);
    this.#pending = Buffer.alloc(0);
  }

  *encode(samples: Buffer): Generator<Unit> {
    this.#pending = Buffer.concat([this.#pending, samples]);
    const frameBytes = FRAME_SAMPLES * this.#channels * BYTES_PER_SAMPLE;
    while (this.#pending.byteLength >= frameBytes) {
      const payload = this.#encodeFrame(this.#pending.subarray(0, frameBytes));
      // Players that do not know of the delay, such as those of WebRTC, hear the frame at its time.
      const pts = Math.round(((this.#position - this.#delay) * TIMESCALE) / OPUS_RATE);
      this.#pending = this.#pending.subarray(frameBytes);
      this.#position += FRAME_SAMPLES;
      if (payload !== null && pts >= 0) yield { kind: 'audio', dts: pts, pts, keyframe: true, payload };
    }
  }

  close(): void {
    this.#context.freeContext();
  }

  /** Each frame is a packet. */
  #encodeFrame(samples: Buffer): Uint8Array | null {
    using frame = new Frame();
    frame.alloc();
    frame.format = AV_SAMPLE_FMT_FLT;
    frame.sampleRate = OPUS_RATE;
    frame.channelLayout = layoutOf(this.#channels);
    frame.nbSamples = FRAME_SAMPLES;
    FFmpegError.throwIfError(frame.getBuffer(), 'allocate a frame of audio');
    FFmpegError.throwIfError(frame.fromBuffer(samples), 'fill a frame of audio');
    frame.pts = BigInt(this.#position);
    let payload: Uint8Array | null = null;
    for (const packet of encodeFrame(this.#context, frame)) {
      using it = packet;
      payload = Uint8Array.from(it.data ?? []);
    }
    return payload;
  }
}
