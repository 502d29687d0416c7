/** Decodes the segments of a source once, and encodes all of their renditions. */
import { AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { type DecodedFrame, VideoDecoder } from '../transcoder/codecs/video-decoder.ts';
import type { VideoRendition } from '../transcoder/index.ts';
import type { VideoTrack } from '../unit.ts';
import type { EncodedSegment, SourceSegment } from './messages.ts';
import { RenditionSegments } from './rendition-segments.ts';

export class SegmentEncoder {
  readonly #decoder: VideoDecoder;
  /** From the largest to the smallest. */
  readonly #renditions: readonly RenditionSegments[];
  /** Incomplete segments in order. Frames that leave the decoder belong to the first one. */
  #open: SourceSegment[] = [];
  #hasFrames = false;

  constructor(track: VideoTrack, renditions: readonly VideoRendition[]) {
    this.#decoder = new VideoDecoder(track, Number.NEGATIVE_INFINITY);
    this.#renditions = renditions
      .toSorted((a, b) => b.width * b.height - a.width * a.height)
      .map((rendition) => new RenditionSegments(rendition, track.frameRate));
  }

  /** @returns the segments that are complete with it */
  async take(segment: SourceSegment): Promise<EncodedSegment[]> {
    this.#open.push(segment);
    const complete: EncodedSegment[] = [];
    for (const frame of segment.frames) {
      complete.push(...(await this.#encodeAll(this.#decoder.decode({ kind: 'video', ...frame }))));
    }
    return complete;
  }

  /** No segment follows. @returns the rest */
  async end(): Promise<EncodedSegment[]> {
    const complete = await this.#encodeAll(this.#decoder.drain());
    while (this.#open.length > 0) complete.push(...this.#finish());
    return complete;
  }

  close(): void {
    this.#decoder.close();
    for (const rendition of this.#renditions) rendition.close();
  }

  async #encodeAll(frames: Iterable<DecodedFrame>): Promise<EncodedSegment[]> {
    const complete: EncodedSegment[] = [];
    for (const { frame, pts } of frames) {
      using source = frame;
      while (pts >= (this.#open[1]?.startPts ?? Number.POSITIVE_INFINITY)) complete.push(...this.#finish());
      if (!this.#open[0]?.isEncoded) continue;
      source.pictType = this.#hasFrames ? AV_PICTURE_TYPE_NONE : AV_PICTURE_TYPE_I;
      this.#hasFrames = true;
      await this.#encode(source);
    }
    return complete;
  }

  /** One rendition after the other, so that all of them keep one core busy at most. */
  async #encode(source: Frame): Promise<void> {
    let larger = source;
    for (const rendition of this.#renditions) {
      if (!rendition.takes()) continue;
      const { width, height } = rendition.size;
      const scaled = rendition.scale(larger.width >= width && larger.height >= height ? larger : source);
      await rendition.encode(scaled);
      larger = scaled;
    }
  }

  #finish(): EncodedSegment[] {
    const [segment, next] = this.#open;
    this.#open = this.#open.slice(1);
    this.#hasFrames = false;
    if (!segment?.isEncoded) return [];
    const { msn, endPts } = segment;
    const end = next === undefined ? endPts : next.startPts;
    const renditions = this.#renditions.map((rendition) => rendition.finish(msn, end));
    return [{ msn, renditions: renditions.filter((rendition) => rendition !== null) }];
  }
}
