/** Range requests for media (RFC 9110 section 14), which native players send. */
import type { MediaBytes } from '../../presentation/presentation.ts';
import { parseDecimal } from './address.ts';

/** A range of bytes, with both ends inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a Range header for `byteLength` bytes.
 * @returns undefined if the header must be ignored (another unit, malformed, several ranges) and 'unsatisfiable' for a
 * 416
 */
export function parseRange(header: string, byteLength: number): ByteRange | 'unsatisfiable' | undefined {
  if (!header.startsWith('bytes=')) return undefined;
  const dash = header.indexOf('-', 6);
  if (dash === -1) return undefined;
  const end = header.length;
  if (dash === 6) {
    const suffix = parseDecimal(header, 7, end);
    if (suffix < 0) return undefined;
    if (suffix === 0 || byteLength === 0) return 'unsatisfiable';
    return { first: Math.max(0, byteLength - suffix), last: byteLength - 1 };
  }
  const first = parseDecimal(header, 6, dash);
  const last = dash + 1 === end ? byteLength - 1 : parseDecimal(header, dash + 1, end);
  if (first < 0) return undefined;
  if (first >= byteLength) return 'unsatisfiable';
  // A malformed number (-1), or an end before the beginning, makes the header invalid.
  return last < first ? undefined : { first, last: Math.min(last, byteLength - 1) };
}

/** Views of the bytes in a range, without copying. */
export function sliceBytes({ chunks }: MediaBytes, { first, last }: ByteRange): MediaBytes {
  const views: Uint8Array[] = [];
  let start = 0;
  for (const chunk of chunks) {
    const end = start + chunk.byteLength;
    if (end > first && start <= last) {
      views.push(chunk.subarray(Math.max(0, first - start), Math.min(chunk.byteLength, last + 1 - start)));
    }
    start = end;
  }
  return { chunks: views, byteLength: last - first + 1 };
}
