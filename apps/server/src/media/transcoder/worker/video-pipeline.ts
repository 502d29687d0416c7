/** Decodes the video of a source once, and encodes all renditions of it. */
import { AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import type { Unit, VideoTrack } from '../../unit.ts';
import { type DecodedFrame, VideoDecoder } from '../codecs/video-decoder.ts';
import type { RenditionEncoder } from './rendition-encoder.ts';

export class VideoPipeline {
  readonly #onFailure: (message: string) => void;
  #track: VideoTrack | null = null;
  #decoder: VideoDecoder | null = null;
  #damagedBefore = 0;
  #lastPts = Number.NEGATIVE_INFINITY;
  /** From the largest to the smallest. */
  #renditions: readonly RenditionEncoder[] = [];

  constructor(onFailure: (message: string) => void) {
    this.#onFailure = onFailure;
  }

  get damagedUnits(): number {
    return this.#damagedBefore + (this.#decoder?.damagedUnits ?? 0);
  }

  setRenditions(renditions: readonly RenditionEncoder[]): void {
    const area = ({ rendition }: RenditionEncoder) => rendition.width * rendition.height;
    this.#renditions = renditions.toSorted((a, b) => area(b) - area(a));
    // Units are not sent while no rendition needs them.
    if (renditions.length === 0) this.#closeDecoder();
  }

  async setTrack(track: VideoTrack | null): Promise<void> {
    await this.#drain();
    this.#closeDecoder();
    this.#track = track;
  }

  /** Encodes what is still to come; the next unit is a keyframe. */
  async break(): Promise<void> {
    await this.#drain();
    for (const rendition of this.#renditions) rendition.break();
  }

  async take(unit: Unit): Promise<void> {
    if (this.#renditions.length === 0) return;
    if (this.#decoder === null && !this.#open(unit)) return;
    if (this.#decoder !== null) await this.#encodeAll(this.#decoder.decode(unit));
  }

  close(): void {
    this.#closeDecoder();
  }

  #open(unit: Unit): boolean {
    if (this.#track === null || !unit.keyframe) return false;
    try {
      this.#decoder = new VideoDecoder(this.#track, this.#lastPts);
      return true;
    } catch (error) {
      this.#onFailure(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  async #drain(): Promise<void> {
    if (this.#decoder !== null) await this.#encodeAll(this.#decoder.drain());
  }

  #closeDecoder(): void {
    this.#damagedBefore = this.damagedUnits;
    this.#lastPts = this.#decoder?.lastPts ?? this.#lastPts;
    this.#decoder?.close();
    this.#decoder = null;
  }

  async #encodeAll(frames: Iterable<DecodedFrame>): Promise<void> {
    for (const { frame, keyframe, followsDamage } of frames) {
      using source = frame;
      source.pictType = keyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
      // Its keyframe is not where the source has one.
      if (followsDamage) for (const rendition of this.#renditions) rendition.break();
      await this.#encode(source, keyframe);
    }
  }

  /**
   * Scales from one rendition to the next smaller one, which costs less than from the source, while encoders work. The
   * last one is encoded in this thread, which would only wait for the others.
   */
  async #encode(source: Frame, keyframe: boolean): Promise<void> {
    const encoding: Promise<void>[] = [];
    const taking = this.#renditions.filter((rendition) => rendition.takes(keyframe));
    let larger = source;
    for (const rendition of taking) {
      const { width, height } = rendition.rendition;
      const scaled = rendition.scale(larger.width >= width && larger.height >= height ? larger : source);
      encoding.push(rendition.encode(scaled, keyframe, rendition === taking.at(-1)));
      larger = scaled;
    }
    await Promise.all(encoding);
  }
}
