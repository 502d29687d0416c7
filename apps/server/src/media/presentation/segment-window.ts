import { isGap, type Segment } from './segment.ts';

/**
 * How long a segment stays fetchable after it has left the playlist, in seconds of media. RFC
 * 8216bis section 6.2.2 asks for the playlist's whole length, which would double the memory of
 * every stream for viewers who sit at the very end of the window with a playlist a minute old.
 * Players refresh within a target duration and fetch within seconds: 20 s serve them.
 */
const LINGER_SECONDS = 20;

/** A rendition never holds more than this; past it the oldest go first, whatever the window says. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Segments that a window of so many seconds holds at most: an encoder gone wild may end thousands a second. */
const mostSegments = (windowSeconds: number): number => Math.max(60, 2 * windowSeconds);

/** Finished segments: those in the playlist, and those that have just left it. */
export class SegmentWindow {
  readonly #windowSeconds: number;
  readonly #byMsn = new Map<number, Segment>();
  #window: Segment[] = [];
  #lingering: Segment[] = [];
  #windowLength = 0;
  #lingeringLength = 0;
  #bytes = 0;
  #discontinuitySequence: number;
  #peakBitsPerSecond = 0;
  #totalBytes = 0;
  #totalSeconds = 0;

  /**
   * @param windowSeconds what the playlist keeps at least
   * @param discontinuitySequence of the first segment to come
   */
  constructor(windowSeconds: number, discontinuitySequence: number) {
    this.#windowSeconds = windowSeconds;
    this.#discontinuitySequence = discontinuitySequence;
  }

  /** In the playlist, oldest first. */
  get window(): readonly Segment[] {
    return this.#window;
  }

  /** Of the first segment in the playlist (RFC 8216bis section 4.4.3.3). */
  get discontinuitySequence(): number {
    return this.#discontinuitySequence;
  }

  /** Media bytes of finished segments. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Of the segments so far, in bits per second; 0 before the first. */
  get peakBitrate(): number {
    return Math.max(this.#peakBitsPerSecond, this.averageBitrate);
  }

  get averageBitrate(): number {
    return this.#totalSeconds === 0 ? 0 : (this.#totalBytes * 8) / this.#totalSeconds;
  }

  /** The oldest that can still be fetched. */
  get oldest(): Segment | undefined {
    return this.#lingering[0] ?? this.#window[0];
  }

  get(msn: number): Segment | undefined {
    return this.#byMsn.get(msn);
  }

  add(segment: Segment): void {
    this.#byMsn.set(segment.msn, segment);
    this.#window.push(segment);
    this.#windowLength += segment.seconds;
    this.#bytes += segment.byteLength;
    this.#measure(segment);
    this.#slide();
  }

  #measure(segment: Segment): void {
    if (isGap(segment)) return;
    this.#totalBytes += segment.byteLength;
    this.#totalSeconds += segment.seconds;
    // A last scrap of a segment says nothing of the peak: half a second at least.
    const bitrate = (segment.byteLength * 8) / Math.max(segment.seconds, 0.5);
    this.#peakBitsPerSecond = Math.max(this.#peakBitsPerSecond, bitrate);
  }

  #slide(): void {
    for (let first = this.#window[0]; first && this.#mayLeave(first); first = this.#window[0]) {
      this.#window.shift();
      this.#windowLength -= first.seconds;
      if (first.discontinuity) this.#discontinuitySequence += 1;
      this.#lingering.push(first);
      this.#lingeringLength += first.seconds;
    }
    for (let first = this.#lingering[0]; first && this.#mayGo(first); first = this.#lingering[0]) {
      this.#lingering.shift();
      this.#lingeringLength -= first.seconds;
      this.#bytes -= first.byteLength;
      this.#byMsn.delete(first.msn);
    }
  }

  #mayLeave(first: Segment): boolean {
    if (this.#window.length === 1) return false;
    const lingering = this.#lingering.reduce((sum, segment) => sum + segment.byteLength, 0);
    return (
      this.#windowLength - first.seconds >= this.#windowSeconds ||
      this.#bytes - lingering > MOST_BYTES ||
      this.#window.length > mostSegments(this.#windowSeconds)
    );
  }

  #mayGo(first: Segment): boolean {
    return (
      this.#lingeringLength - first.seconds >= LINGER_SECONDS ||
      this.#bytes > MOST_BYTES ||
      this.#lingering.length > mostSegments(LINGER_SECONDS)
    );
  }
}
