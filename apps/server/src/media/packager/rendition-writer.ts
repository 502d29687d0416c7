import { mediaTimescale } from '../containers/mp4/init-section.ts';
import type { PublishedRendition } from '../presentation/published-rendition.ts';
import { TIMESCALE, type Track } from '../unit.ts';
import { type Sample, Segmenter } from './segmenter.ts';

/** The start of a segment, on the presentation's clock of 1/90,000 s. */
export interface SegmentStart {
  readonly msn: number;
  readonly time: number;
  readonly discontinuity: boolean;
  readonly programTimeMs: number;
}

/**
 * Writes one rendition, of the source or made of it. Converts the presentation's clock to the track's, and cuts
 * segments.
 */
export class RenditionWriter<Name extends string = string> {
  readonly published: PublishedRendition<Name>;
  readonly #segmenter: Segmenter;
  #timescale: number;
  #initVersion: number;

  constructor(published: PublishedRendition<Name>) {
    const { kind, track, partTargetSeconds } = published;
    this.published = published;
    this.#timescale = track === null ? TIMESCALE : mediaTimescale(track);
    this.#initVersion = published.initVersion;
    this.#segmenter = new Segmenter(kind, this.#timescale, partTargetSeconds, published);
  }

  get partTargetSeconds(): number {
    return this.published.partTargetSeconds;
  }

  get isOpen(): boolean {
    return this.#segmenter.open !== null;
  }

  get hasContent(): boolean {
    return this.#segmenter.hasContent;
  }

  get shortParts(): number {
    return this.#segmenter.shortParts;
  }

  get lateFrames(): number {
    return this.#segmenter.lateFrames;
  }

  /** Media bytes held in memory. */
  get bytesHeld(): number {
    return this.published.finishedBytes + this.#segmenter.openBytes;
  }

  /** The media bytes that remain when all segments are dropped that players do not need. */
  get minimumBytes(): number {
    return this.published.minimumBytes + this.#segmenter.openBytes;
  }

  /** The end of the finished media, on the presentation's clock. */
  get reached(): number {
    return this.#toClock(this.#segmenter.cursor);
  }

  /** The end of the media if no more frames arrive, on the presentation's clock. */
  get expectedEnd(): number {
    return this.#toClock(this.#segmenter.expectedEnd);
  }

  /** Uses other parameter sets for the next segments. Only allowed between segments. */
  useTrack(track: Track): void {
    const initVersion = this.published.useTrack(track);
    if (initVersion === this.#initVersion) return;
    this.#initVersion = initVersion;
    this.#timescale = mediaTimescale(track);
    this.#segmenter.changeTimescale(this.#timescale, this.partTargetSeconds);
  }

  openSegment({ msn, time, discontinuity, programTimeMs }: SegmentStart): void {
    const start = this.#toTicks(time);
    this.#segmenter.openSegment({ msn, start, discontinuity, initVersion: this.#initVersion, programTimeMs });
  }

  /** Returns false if the sample arrives after its time was given up. */
  push(sample: Sample): boolean {
    return this.#segmenter.push(sample);
  }

  /** Ends the open segment at `time`. Both times are on the presentation's clock. */
  closeSegment(time: number, nextFrame?: number): void {
    const next = nextFrame === undefined ? undefined : this.#toTicks(nextFrame);
    this.#segmenter.closeSegment(this.#toTicks(time), next);
  }

  abandonEmpty(): void {
    this.#segmenter.abandonEmpty();
  }

  /** Rounds down, except for the thousandth of a tick that multiplying there and back may lose. */
  #toTicks(time: number): number {
    return Math.floor((time * this.#timescale) / TIMESCALE + 1e-3);
  }

  #toClock(ticks: number): number {
    return (ticks * TIMESCALE) / this.#timescale;
  }
}
