import type { MediaBytes } from './presentation.ts';

export interface Part {
  readonly seconds: number;
  /** Holds a frame that decoding can begin with. */
  readonly independent: boolean;
  /** Null where nothing was received for this time (a GAP). */
  readonly bytes: MediaBytes | null;
}

/** A segment, open until `seconds` is known. Times in ticks of its rendition's timescale. */
export interface Segment {
  readonly msn: number;
  readonly start: number;
  /** Follows a break in the timeline. */
  readonly discontinuity: boolean;
  readonly initVersion: number;
  /** Wall time of its first moment, in milliseconds since 1970. */
  readonly programTimeMs: number;
  readonly parts: Part[];
  /** Length once finished; 0 until then. */
  seconds: number;
  byteLength: number;
}

export function isGap(segment: Segment): boolean {
  return segment.parts.every((part) => part.bytes === null);
}

export function segmentBytes(segment: Segment): MediaBytes {
  const chunks = segment.parts.flatMap((part) => part.bytes?.chunks ?? []);
  return { chunks, byteLength: segment.byteLength };
}
