/** Encodes the frames of one rendition. */
import type { Frame } from 'node-av/lib';
import { lengthPrefixed } from '../../codecs/annex-b.ts';
import { readX264Header } from '../../codecs/x264-header.ts';
import { TIMESCALE, type Unit, type VideoTrack } from '../../unit.ts';
import { Scaler } from '../codecs/scaler.ts';
import type { EncoderBackend, VideoEncoder } from '../codecs/video-encoders.ts';
import { FrameRateMeter } from '../frame-rate-meter.ts';
import type { ListedRendition } from '../wire/orders.ts';

export interface RenditionOutput {
  onTrack(track: VideoTrack): void;
  onUnit(unit: Unit): void;
  onBreak(): void;
  /** An encoder failed; the next one takes over at the next keyframe. */
  onFailure(message: string): void;
}

/** An encoder that returns nothing for this many frames has failed. */
const MAX_FRAMES_INSIDE = 30;

/** What fails this often in a row needs another process. */
const MAX_FAILURES = 3;

export class RenditionEncoder {
  readonly rendition: ListedRendition;
  readonly #output: RenditionOutput;
  readonly #scaler: Scaler;
  /** Those that have not failed; the first is in use. */
  #backends: readonly EncoderBackend[];
  #encoder: VideoEncoder | null = null;
  #sourceFrameRate: number | null;
  #awaitsKeyframe = true;
  #hasTrack = false;
  #isBroken = false;
  /** Frames of the source since the last keyframe. */
  #position = 0;
  readonly #meter = new FrameRateMeter();
  #framesInside = 0;
  /** Since the last frame that was encoded. */
  #failures = 0;
  #busyMs = 0;
  #mediaTicks = 0;
  #lastPts: number | null = null;

  constructor(
    rendition: ListedRendition,
    backends: readonly EncoderBackend[],
    sourceFrameRate: number | null,
    output: RenditionOutput,
  ) {
    this.rendition = rendition;
    this.#backends = backends;
    this.#sourceFrameRate = sourceFrameRate;
    this.#output = output;
    this.#scaler = new Scaler(rendition.width, rendition.height);
  }

  get encoderName(): string | null {
    return this.#encoder === null ? null : (this.#backends[0]?.name ?? null);
  }

  /** Seconds of media that are encoded in a second of work. */
  get speed(): number | null {
    return this.#busyMs === 0 ? null : this.#mediaTicks / (TIMESCALE / 1000) / this.#busyMs;
  }

  /** Frames are missing before the next one. */
  break(): void {
    this.#lastPts = null;
    this.#awaitsKeyframe = true;
    this.#meter.reset();
    if (!this.#hasTrack || this.#isBroken) return;
    this.#isBroken = true;
    this.#output.onBreak();
  }

  /** The source has another track from here on. */
  restart(sourceFrameRate: number | null): void {
    this.break();
    this.#sourceFrameRate = sourceFrameRate;
    this.#closeEncoder();
  }

  close(): void {
    this.#closeEncoder();
    this.#scaler.close();
  }

  /**
   * Whether the rendition has this frame. Every second one is left out where it has half of them, but never a keyframe.
   * Called once for each.
   */
  takes(keyframe: boolean): boolean {
    if (keyframe) this.#position = 0;
    else if (this.#awaitsKeyframe) return false;
    const takes = this.#position % this.rendition.frameRateDivisor === 0;
    this.#position += 1;
    return takes;
  }

  scale(source: Frame): Frame {
    return this.#scaler.scale(source);
  }

  /**
   * Encodes a frame that has the size of the rendition. Rejects where no encoder is left that works.
   * @param isAlone nothing else could use this thread meanwhile, so that the way to another one and back is saved
   */
  async encode(frame: Frame, keyframe: boolean, isAlone: boolean): Promise<void> {
    const startedAt = performance.now();
    try {
      const encoder = this.#encoder ?? this.#open(frame);
      this.#awaitsKeyframe &&= !keyframe;
      this.#meter.add(Number(frame.pts));
      // Measuring sorts the last intervals, which would be a cost of each frame.
      const frameRate = keyframe ? this.#meter.frameRate : null;
      if (frameRate !== null) encoder.setFrameRate(frameRate);
      const packets = (isAlone && encoder.encodeSync?.(frame)) || (await encoder.encode(frame));
      this.#framesInside = packets.length > 0 ? 0 : this.#framesInside + 1;
      if (this.#framesInside > MAX_FRAMES_INSIDE)
        throw new Error(`The encoder returned nothing for ${this.#framesInside} frames.`);
      for (const packet of packets) {
        using it = packet;
        this.#emit(Number(it.pts), it.isKeyframe, Buffer.from(it.data ?? []));
      }
    } catch (error) {
      this.#failed(error instanceof Error ? error.message : String(error));
    } finally {
      this.#busyMs += performance.now() - startedAt;
    }
  }

  /** Opens the first backend that can be opened; the last error is thrown where none can. */
  #open(frame: Frame): VideoEncoder {
    for (;;) {
      const [backend] = this.#backends;
      if (backend === undefined) throw new Error('There is no encoder.');
      try {
        const { width, height, frameRateDivisor, bitsPerSecond } = this.rendition;
        const frameRate = this.#sourceFrameRate && this.#sourceFrameRate / frameRateDivisor;
        this.#encoder = backend.open({ width, height, frameRate, bitsPerSecond }, frame);
        if (this.#encoder.header.byteLength > 0) this.#announce(this.#encoder.header);
        return this.#encoder;
      } catch (error) {
        if (this.#backends.length === 1) throw error;
        this.#backends = this.#backends.slice(1);
      }
    }
  }

  #announce(header: Buffer): void {
    const { frameRateDivisor } = this.rendition;
    const frameRate = this.#sourceFrameRate && this.#sourceFrameRate / frameRateDivisor;
    this.#output.onTrack({ ...readX264Header(header), frameRate });
    this.#hasTrack = true;
  }

  #emit(pts: number, keyframe: boolean, annexB: Buffer): void {
    if (!this.#hasTrack) this.#announce(annexB);
    if (this.#lastPts !== null) this.#mediaTicks += pts - this.#lastPts;
    this.#lastPts = pts;
    this.#isBroken = false;
    this.#failures = 0;
    this.#output.onUnit({ kind: 'video', dts: pts, pts, keyframe, payload: lengthPrefixed(annexB) });
  }

  #failed(reason: string): void {
    const message = `${this.#backends[0]?.name ?? 'The encoder'} failed: ${reason}`;
    this.#failures += 1;
    this.#closeEncoder();
    // The last one is tried again, which helps where it choked on a frame.
    if (this.#backends.length > 1) this.#backends = this.#backends.slice(1);
    else if (this.#failures > MAX_FAILURES) throw new Error(message);
    this.#output.onFailure(message);
    this.break();
  }

  #closeEncoder(): void {
    this.#encoder?.close();
    this.#encoder = null;
    this.#framesInside = 0;
  }
}
