import type { ByteRange } from '#platform/storage/index.ts';

/**
 * Parses a Range header (RFC 9110 section 14.1.2) for a file of `byteLength` bytes.
 * @returns the range; null where the header must be ignored; 'unsatisfiable' for a 416
 */
export function parseRange(
  header: string | undefined,
  byteLength: number,
): Required<ByteRange> | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const end = byteLength - 1;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, byteLength - Number(last)), end };
  if (Number(first) > end) return 'unsatisfiable';
  if (last !== '' && Number(last) < Number(first)) return null;
  return { start: Number(first), end: last === '' ? end : Math.min(Number(last), end) };
}
