import type { MediaBytes } from './presentation.ts';

export interface Part {
  readonly seconds: number;
  /** Holds a frame that decoding can begin with (INDEPENDENT). */
  readonly independent: boolean;
  /** Null for a GAP, where nothing was received. */
  readonly bytes: MediaBytes | null;
}

/** A segment, open until `seconds` is set. */
export interface Segment {
  readonly msn: number;
  /** In ticks of its rendition's timescale. */
  readonly start: number;
  readonly discontinuity: boolean;
  readonly initVersion: number;
  /** Wall time of its start (EXT-X-PROGRAM-DATE-TIME), in milliseconds since 1970. */
  readonly programTimeMs: number;
  readonly parts: Part[];
  /** Its duration once finished; 0 until then. */
  seconds: number;
  byteLength: number;
}

/** What a rendition's writer reports. */
export interface SegmentListener {
  segmentOpened(segment: Segment): void;
  /** The part is the segment's last. */
  partAdded(segment: Segment): void;
  segmentClosed(segment: Segment): void;
  /** The open segment was given up; it holds nothing. */
  segmentAbandoned(): void;
}

export function isGap(segment: Segment): boolean {
  return segment.parts.every((part) => part.bytes === null);
}

export function segmentBytes(segment: Segment): MediaBytes {
  const chunks = segment.parts.flatMap((part) => part.bytes?.chunks ?? []);
  return { chunks, byteLength: segment.byteLength };
}
