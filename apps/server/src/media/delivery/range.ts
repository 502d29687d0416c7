/** Range requests on media (RFC 9110 14), which native players make. */
import type { MediaBytes } from '../presentation/presentation.ts';
import { parseDecimal } from './decimal.ts';

/** Both ends inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The range that a Range header asks of `byteLength` bytes. Undefined where the header is to be
 * ignored and everything sent: no bytes unit, malformed, or several ranges. 'unsatisfiable' for a 416.
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
  // A number that is junk, or an end before its beginning, makes the header invalid.
  return last < first ? undefined : { first, last: Math.min(last, byteLength - 1) };
}

/** Views of the bytes in a range; nothing is copied. */
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
