import type { StoredBytes } from './presentation.ts';
import { heldBytes, isGap, release, type Segment } from './segment.ts';

/**
 * How long a segment stays available after it left the playlist, in seconds of media. RFC 8216bis
 * section 6.2.2 asks for the playlist's whole duration, which would double the memory of every stream
 * for viewers at the very end of the window with a playlist a minute old. Players refresh within a
 * target duration and fetch within seconds: 20 s are enough for them.
 */
const LINGER_SECONDS = 20;

/** A rendition never holds more bytes than this. Beyond it the oldest segments are dropped, whatever the window. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The most segments in a window of this many seconds: a broken encoder may end thousands a second. */
const maxSegments = (windowSeconds: number): number => Math.max(60, 2 * windowSeconds);

/** A rendition's finished segments: those that the playlist lists, and those that have just left it. */
export class SegmentWindow {
  readonly #windowSeconds: number;
  readonly #memorySeconds: number;
  readonly #byMsn = new Map<number, Segment>();
  #listed: Segment[] = [];
  #lingering: Segment[] = [];
  #listedSeconds = 0;
  #lingeringSeconds = 0;
  #bytes = 0;
  #discontinuitySequence: number;
  #peakBitsPerSecond = 0;
  #totalBytes = 0;
  #totalSeconds = 0;

  /**
   * @param windowSeconds the least duration that the playlist lists
   * @param discontinuitySequence the EXT-X-DISCONTINUITY-SEQUENCE of the next segment
   * @param memorySeconds the least duration that stays in memory; older segments leave it once they are stored
   */
  constructor(windowSeconds: number, discontinuitySequence: number, memorySeconds = windowSeconds) {
    this.#windowSeconds = windowSeconds;
    this.#memorySeconds = memorySeconds;
    this.#discontinuitySequence = discontinuitySequence;
  }

  /** The listed segments, oldest first. */
  get segments(): readonly Segment[] {
    return this.#listed;
  }

  /** EXT-X-DISCONTINUITY-SEQUENCE of the first listed segment (RFC 8216bis section 4.4.3.3). */
  get discontinuitySequence(): number {
    return this.#discontinuitySequence;
  }

  /** @param discontinuitySequence the sequence of the first segment; only allowed before it */
  beginAt(discontinuitySequence: number): void {
    this.#discontinuitySequence = discontinuitySequence;
  }

  /** Media bytes of all finished segments that are in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The bits per second of the largest segment so far; 0 before the first. */
  get peakBitrate(): number {
    return Math.max(this.#peakBitsPerSecond, this.averageBitrate);
  }

  /** The bits per second of all segments so far; 0 before the first. */
  get averageBitrate(): number {
    return this.#totalSeconds === 0 ? 0 : (this.#totalBytes * 8) / this.#totalSeconds;
  }

  /** The oldest segment that is still available. */
  get oldest(): Segment | undefined {
    return this.#lingering[0] ?? this.#listed[0];
  }

  /** The bytes of the newest segments of that duration, which `dropOldest` keeps. */
  bytesOfNewest(seconds: number): number {
    let left = seconds;
    let bytes = 0;
    for (const segment of this.#listed.toReversed()) {
      if (left <= 0) break;
      left -= segment.seconds;
      bytes += heldBytes(segment);
    }
    return bytes;
  }

  /**
   * Drops the oldest segment if the others last at least that long.
   * @returns whether it did
   */
  dropOldest(keepSeconds: number): boolean {
    if (this.#lingering.length === 0) {
      const [first] = this.#listed;
      if (first === undefined || this.#listedSeconds - first.seconds < keepSeconds) return false;
      this.#unlist(first);
    }
    const [oldest] = this.#lingering;
    if (oldest !== undefined) this.#drop(oldest);
    return true;
  }

  get(msn: number): Segment | undefined {
    return this.#byMsn.get(msn);
  }

  /** The oldest available segment whose number is at least `msn`. */
  from(msn: number): Segment | undefined {
    const { oldest } = this;
    return oldest !== undefined && oldest.msn > msn ? oldest : this.#byMsn.get(msn);
  }

  add(segment: Segment): void {
    this.#byMsn.set(segment.msn, segment);
    this.#listed.push(segment);
    this.#listedSeconds += segment.seconds;
    this.#bytes += segment.byteLength;
    this.#measure(segment);
    this.#slide();
    this.#releaseStored();
  }

  /** Reports that the segment is stored, and may leave memory. */
  stored(msn: number, copy: StoredBytes): void {
    const segment = this.#byMsn.get(msn);
    if (segment === undefined) return;
    segment.copy = copy;
    this.#releaseStored();
  }

  #releaseStored(): void {
    let newerSeconds = 0;
    for (const segment of [...this.#lingering, ...this.#listed].reverse()) {
      if (newerSeconds >= this.#memorySeconds) {
        this.#bytes -= heldBytes(segment);
        release(segment);
        this.#bytes += heldBytes(segment);
      }
      newerSeconds += segment.seconds;
    }
  }

  #measure(segment: Segment): void {
    if (isGap(segment)) return;
    this.#totalBytes += segment.byteLength;
    this.#totalSeconds += segment.seconds;
    // A very short last segment would distort the peak, so it counts as half a second at least.
    const bitrate = (segment.byteLength * 8) / Math.max(segment.seconds, 0.5);
    this.#peakBitsPerSecond = Math.max(this.#peakBitsPerSecond, bitrate);
  }

  #slide(): void {
    for (let first = this.#listed[0]; first && this.#mayUnlist(first); first = this.#listed[0]) {
      this.#unlist(first);
    }
    for (let first = this.#lingering[0]; first && this.#mayDrop(first); first = this.#lingering[0]) {
      this.#drop(first);
    }
  }

  /** @param first the oldest listed segment */
  #unlist(first: Segment): void {
    this.#listed.shift();
    this.#listedSeconds -= first.seconds;
    if (first.discontinuity) this.#discontinuitySequence += 1;
    this.#lingering.push(first);
    this.#lingeringSeconds += first.seconds;
  }

  /** @param first the oldest segment that is no longer listed */
  #drop(first: Segment): void {
    this.#lingering.shift();
    this.#lingeringSeconds -= first.seconds;
    this.#bytes -= heldBytes(first);
    this.#byMsn.delete(first.msn);
  }

  #mayUnlist(first: Segment): boolean {
    if (this.#listed.length === 1) return false;
    const lingeringBytes = this.#lingering.reduce((sum, segment) => sum + heldBytes(segment), 0);
    return (
      this.#listedSeconds - first.seconds >= this.#windowSeconds ||
      this.#bytes - lingeringBytes > MAX_BYTES ||
      this.#listed.length > maxSegments(this.#windowSeconds)
    );
  }

  #mayDrop(first: Segment): boolean {
    return (
      this.#lingeringSeconds - first.seconds >= LINGER_SECONDS ||
      this.#bytes > MAX_BYTES ||
      this.#lingering.length > maxSegments(LINGER_SECONDS)
    );
  }
}
