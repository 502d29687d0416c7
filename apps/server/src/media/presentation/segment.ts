import type { Media, StoredBytes } from './presentation.ts';

export interface Part {
  readonly seconds: number;
  /** Whether it contains a frame that decoding can begin with (INDEPENDENT). */
  readonly independent: boolean;
  /** Null for a GAP, for which no media was received. */
  readonly bytes: Media | null;
}

/** A segment, open until `seconds` is set. */
export interface Segment {
  readonly msn: number;
  /** The start in ticks of its rendition's timescale. */
  readonly start: number;
  readonly discontinuity: boolean;
  readonly initVersion: number;
  /** The wall time of its start (EXT-X-PROGRAM-DATE-TIME), in milliseconds since 1970. */
  readonly programTimeMs: number;
  readonly parts: Part[];
  /** The duration once it is finished; 0 until then. */
  seconds: number;
  byteLength: number;
  /** The stored copy, once there is one. */
  copy?: StoredBytes;
  /** Whether its bytes have left memory. */
  isReleased?: boolean;
}

/** The events that a rendition's writer reports. */
export interface SegmentListener {
  segmentOpened(segment: Segment): void;
  /** A part was added, which is now the segment's last. */
  partAdded(segment: Segment): void;
  segmentClosed(segment: Segment): void;
  /** The open segment was given up; it contains no media. */
  segmentAbandoned(): void;
}

export function isGap(segment: Segment): boolean {
  return segment.parts.every((part) => part.bytes === null);
}

export function segmentBytes({ parts, byteLength, copy, isReleased }: Segment): Media {
  if (copy !== undefined && isReleased === true) return copy;
  const chunks = parts.flatMap(({ bytes }) => (bytes !== null && 'chunks' in bytes ? bytes.chunks : []));
  return { chunks, byteLength };
}

/** The media bytes of a finished segment that are in memory. */
export const heldBytes = ({ byteLength, isReleased }: Segment): number => (isReleased ? 0 : byteLength);

/** Releases the bytes of a stored segment: it and its parts are read from the copy. */
export function release(segment: Segment): void {
  const { copy, parts } = segment;
  if (copy === undefined || segment.isReleased) return;
  segment.isReleased = true;
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    if (part.bytes === null) continue;
    const { byteLength } = part.bytes;
    const start = offset;
    const read = (first: number, last: number) => copy.read(start + first, start + last);
    parts[index] = { ...part, bytes: { byteLength, read } };
    offset += byteLength;
  }
}
