/** Decodes the video of a source, in the order of its presentation. */
import { AVERROR_ENOMEM } from 'node-av/constants';
import { Frame, Packet } from 'node-av/lib';
import { openDecoder } from '../../ffmpeg.ts';
import type { Unit, VideoTrack } from '../../unit.ts';

export interface DecodedFrame {
  /** The caller frees it. */
  readonly frame: Frame;
  readonly pts: number;
  /** Whether the source can be decoded from here, or could be from a frame before it that did not decode. */
  readonly keyframe: boolean;
  /** Whether a keyframe is missing that did not decode. */
  readonly followsDamage: boolean;
}

/** Units in a row without a frame, more than any decoder holds back: memory ran out, or the decoder is broken. */
const MAX_FRUITLESS = 32;

/** Decoding cannot go on in this process. */
class DecoderFailed extends Error {
  override readonly name = 'DecoderFailed';
}

export class VideoDecoder {
  readonly #context: ReturnType<typeof openDecoder>;
  /** Times of keyframes that have been sent to the decoder, and have not come out yet. */
  #keyframes: number[] = [];
  /** What is shown before the first keyframe cannot be decoded. */
  #from: number | null = null;
  /** The time of the last frame. */
  lastPts: number;
  #fruitless = 0;
  damagedUnits = 0;

  /**
   * @param after frames up to this time are skipped
   * @throws Error where the configuration is damaged, or FFmpeg has no such decoder
   */
  constructor({ codec, configuration }: VideoTrack, after: number) {
    this.#context = openDecoder(codec, configuration);
    this.lastPts = after;
  }

  /** Units before the first keyframe are skipped. @throws DecoderFailed */
  *decode(unit: Unit): Generator<DecodedFrame> {
    if (this.#from === null && !unit.keyframe) return;
    this.#from ??= unit.pts;
    if (unit.keyframe) this.#keyframes.push(unit.pts);
    using packet = new Packet();
    packet.alloc();
    packet.data = Buffer.from(unit.payload.buffer, unit.payload.byteOffset, unit.payload.byteLength);
    packet.pts = BigInt(unit.pts);
    packet.dts = BigInt(unit.dts);
    packet.isKeyframe = unit.keyframe;
    const result = this.#context.sendPacketSync(packet);
    if (result === AVERROR_ENOMEM) throw new DecoderFailed('There is no memory to decode a frame.');
    if (result < 0) this.damagedUnits += 1;
    this.#fruitless += 1;
    if (this.#fruitless > MAX_FRUITLESS)
      throw new DecoderFailed(`The decoder returned nothing for ${this.#fruitless} units.`);
    yield* this.#receive();
  }

  /** The frames that are still to come. Decoding begins again with the next keyframe. */
  *drain(): Generator<DecodedFrame> {
    if (this.#from !== null) {
      this.#context.sendPacketSync(null);
      yield* this.#receive();
      this.#context.flushBuffers();
    }
    this.#from = null;
    this.#keyframes = [];
  }

  close(): void {
    this.#context.freeContext();
  }

  *#receive(): Generator<DecodedFrame> {
    for (;;) {
      const frame = new Frame();
      frame.alloc();
      const result = this.#context.receiveFrameSync(frame);
      if (result < 0) {
        frame.free();
        if (result === AVERROR_ENOMEM) throw new DecoderFailed('There is no memory for a decoded frame.');
        return;
      }
      this.#fruitless = 0;
      const pts = Number(frame.pts);
      // A decoder that learns late of the order of frames returns some of them after their time.
      if (pts < (this.#from ?? 0) || pts <= this.lastPts) {
        frame.free();
        continue;
      }
      this.lastPts = pts;
      const due = this.#keyframes.filter((time) => time <= pts);
      if (due.length > 0) this.#keyframes = this.#keyframes.filter((time) => time > pts);
      yield { frame, pts, keyframe: due.length > 0, followsDamage: due.some((time) => time < pts) };
    }
  }
}
