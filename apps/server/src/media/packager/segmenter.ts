import type { Part, Segment, SegmentListener } from '../presentation/segment.ts';
import { type TrackKind, UNIT_OVERHEAD_BYTES } from '../unit.ts';
import { writePart } from './part-writer.ts';

/**
 * The most bytes that the open segment may hold: ten seconds at 100 Mbps. Without it, an encoder whose timestamps
 * hardly advance would never end a segment and exhaust the memory.
 */
const MAX_OPEN_BYTES = 128 * 1024 * 1024;

/** One frame; times in ticks of its rendition's timescale. */
export interface Sample {
  readonly dts: number;
  /** Exact for audio; an estimate for video, whose frames last until the next one. */
  readonly duration: number;
  readonly compositionOffset: number;
  readonly keyframe: boolean;
  readonly payload: Uint8Array;
}

interface SegmentOpening {
  readonly msn: number;
  readonly start: number;
  readonly discontinuity: boolean;
  readonly initVersion: number;
  readonly programTimeMs: number;
}

/**
 * The minimum share of the target. A shorter part must be INDEPENDENT, before a GAP, or its segment's last (RFC 8216bis
 * section 4.4.4.9).
 */
const MIN_SHARE = 0.85;

/** A hole up to this long at the end of a segment becomes the beginning of the next one. */
const MAX_CARRIED_SECONDS = 0.1;

/**
 * Cuts one rendition's frames into parts and segments. A part closes before the frame that would make it longer than
 * the target. The last frame is therefore held until the next one arrives and gives its duration. Time without frames
 * becomes GAP parts, or the beginning of the next part if it is short.
 */
export class Segmenter {
  readonly #kind: TrackKind;
  readonly #output: SegmentListener;
  #timescale: number;
  /** The PART-TARGET in ticks. */
  #target: number;
  #segment: Segment | null = null;
  #samples: (Sample & { duration: number })[] = [];
  #pending: Sample | null = null;
  /** The start of the open part. */
  #partStart = 0;
  /** The end of the frames and gaps placed so far. */
  #cursor = 0;
  #sequence = 0;
  #openBytes = 0;
  /**
   * The number of parts below 85 % of the target that the specification does not allow, because the frame rate dropped.
   */
  shortParts = 0;
  /** The number of frames that arrived after their time had been given up. */
  lateFrames = 0;

  constructor(kind: TrackKind, timescale: number, partTargetSeconds: number, output: SegmentListener) {
    this.#kind = kind;
    this.#output = output;
    this.#timescale = timescale;
    this.#target = Math.floor(partTargetSeconds * timescale + 1e-6);
  }

  /** The segment being filled. */
  get open(): Segment | null {
    return this.#segment;
  }

  /** Bytes of the open segment's frames, with their overhead. */
  get openBytes(): number {
    return this.#openBytes;
  }

  /** Whether the open segment contains any media. */
  get hasContent(): boolean {
    return (
      this.#segment !== null &&
      (this.#pending !== null || this.#samples.length > 0 || this.#segment.parts.length > 0)
    );
  }

  /** The end of placed media, in ticks; the next segment begins here. */
  get cursor(): number {
    return this.#cursor;
  }

  /** The end of the media if no more frames arrive, in ticks. */
  get expectedEnd(): number {
    return this.#pending === null ? this.#cursor : this.#endOf(this.#pending, undefined);
  }

  /** Changes the sample rate. Only allowed between segments. */
  changeTimescale(timescale: number, partTargetSeconds: number): void {
    this.#cursor = Math.ceil((this.#cursor * timescale) / this.#timescale);
    this.#timescale = timescale;
    this.#target = Math.floor(partTargetSeconds * timescale + 1e-6);
  }

  openSegment(opening: SegmentOpening): void {
    this.#segment = { ...opening, parts: [], seconds: 0, byteLength: 0 };
    this.#partStart = opening.start;
    this.#cursor = opening.start;
    this.#openBytes = 0;
    this.#output.segmentOpened(this.#segment);
  }

  /** Gives up an open segment without media. */
  abandonEmpty(): void {
    this.#segment = null;
    this.#output.segmentAbandoned();
  }

  /**
   * Adds a frame to the open segment.
   * @returns false if the frame arrives after its time was given up
   * @throws Error if the segment would exceed its limit of bytes
   */
  push(sample: Sample): boolean {
    const cost = this.#openBytes + sample.payload.byteLength + UNIT_OVERHEAD_BYTES;
    if (cost > MAX_OPEN_BYTES) {
      throw new Error(
        `An open ${this.#kind} segment of ${cost} bytes exceeds the limit of ${MAX_OPEN_BYTES} bytes: its timestamps hardly advance`,
      );
    }
    const pending = this.#pending;
    if (sample.dts < (pending === null ? this.#cursor : pending.dts + 1)) {
      this.lateFrames += 1;
      return false;
    }
    if (pending !== null) this.#place(pending, this.#endOf(pending, sample.dts));
    this.#bridge(sample.dts);
    this.#pending = sample;
    this.#openBytes = cost;
    return true;
  }

  /**
   * Finishes the open segment at `boundary`, with GAP parts if media stops well before it.
   * @param nextFrame the start of the next video frame, if that is known
   */
  closeSegment(boundary: number, nextFrame?: number): void {
    const segment = this.#segment;
    if (segment === null) return;
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null) this.#place(pending, this.#endOf(pending, nextFrame), boundary);
    if (this.#samples.length > 0) this.#closePart(this.#cursor);
    const missing = boundary - this.#cursor;
    const mayCarry = Math.min(this.#target / 2, MAX_CARRIED_SECONDS * this.#timescale);
    if (missing > mayCarry || segment.parts.length === 0) this.#gap(Math.max(boundary, this.#cursor + 1));
    segment.seconds = (this.#cursor - segment.start) / this.#timescale;
    this.#segment = null;
    this.#openBytes = 0;
    this.#output.segmentClosed(segment);
  }

  #endOf(sample: Sample, nextFrame: number | undefined): number {
    if (this.#kind === 'audio') return sample.dts + sample.duration;
    return nextFrame ?? sample.dts + Math.min(sample.duration, this.#target);
  }

  /** @param boundary the end of the segment; a video frame that lasts longer does not move it */
  #place(sample: Sample, end: number, boundary = Number.POSITIVE_INFINITY): void {
    if (this.#samples.length > 0 && end - this.#partStart > this.#target) {
      const isShort = sample.dts - this.#partStart < this.#target * MIN_SHARE;
      if (isShort && !this.#samples.some((s) => s.keyframe)) this.shortParts += 1;
      this.#closePart(sample.dts);
    }
    const duration = end - sample.dts;
    this.#samples.push({ ...sample, duration });
    // A frame longer than the target keeps its duration in the media. In the playlist its part ends
    // with the target, and the rest of its time is a GAP.
    const latest = this.#kind === 'video' ? Math.max(boundary, sample.dts + 1) : end;
    this.#cursor = Math.min(end, this.#partStart + this.#target, latest);
    const length = this.#cursor - this.#partStart;
    const isFull = length >= this.#target * MIN_SHARE && length + duration > this.#target;
    if (isFull || this.#cursor < end) this.#closePart(this.#cursor);
  }

  /** Fills the time between the placed frames and the next one. */
  #bridge(next: number): void {
    const hole = next - this.#cursor;
    if (hole <= 0) return;
    const last = this.#samples.at(-1);
    if (hole > this.#target / 2) {
      if (last !== undefined) this.#closePart(this.#cursor);
      this.#gap(next);
      return;
    }
    if (last === undefined) return;
    if (next - this.#partStart <= this.#target) {
      last.duration += hole;
      this.#cursor = next;
      return;
    }
    if (this.#cursor - this.#partStart < this.#target * MIN_SHARE && this.#kind === 'video')
      this.shortParts += 1;
    this.#closePart(this.#cursor);
  }

  #gap(until: number): void {
    const from = this.#cursor;
    const count = Math.ceil((until - from) / this.#target);
    for (let i = 1; i <= count; i += 1) {
      const end = from + Math.round(((until - from) * i) / count);
      this.#emit({ seconds: (end - this.#cursor) / this.#timescale, independent: false, bytes: null });
      this.#cursor = end;
    }
    this.#partStart = this.#cursor;
  }

  #closePart(end: number): void {
    const samples = this.#samples;
    this.#samples = [];
    this.#sequence += 1;
    const bytes = writePart(this.#kind, {
      sequence: this.#sequence,
      baseDecodeTime: samples[0]?.dts ?? this.#partStart,
      samples,
    });
    const seconds = (end - this.#partStart) / this.#timescale;
    this.#partStart = end;
    this.#cursor = end;
    this.#emit({ seconds, independent: samples.some((sample) => sample.keyframe), bytes });
  }

  #emit(part: Part): void {
    const segment = this.#segment;
    if (segment === null) return;
    segment.parts.push(part);
    segment.byteLength += part.bytes?.byteLength ?? 0;
    this.#output.partAdded(segment);
  }
}
