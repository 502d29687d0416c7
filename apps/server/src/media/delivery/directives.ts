/** Delivery Directives: the `_HLS_` query parameters of a media playlist (RFC 8216bis 6.2.5). */
import { parseDecimal } from './decimal.ts';

export interface Directives {
  /** Block until this media sequence number is there; null: answer at once. */
  readonly msn: number | null;
  /** Block until this part of `msn` is there; null: until the whole segment is. */
  readonly part: number | null;
  /** `_HLS_skip`: the client can do with a delta update. */
  readonly delta: boolean;
}

const NONE: Directives = { msn: null, part: null, delta: false };

/**
 * Reads a query string without its question mark. Parameters that are no directive are ignored.
 * Returns the sentence for a 400 where a directive is junk, is given twice, or `_HLS_part` comes
 * without `_HLS_msn` (RFC 8216bis 6.2.5.2).
 */
export function parseDirectives(query: string): Directives | string {
  if (query === '') return NONE;
  let msn: number | null = null;
  let part: number | null = null;
  let delta = false;
  for (let from = 0; from <= query.length; ) {
    let to = query.indexOf('&', from);
    if (to === -1) to = query.length;
    if (query.startsWith('_HLS_msn=', from)) {
      const value = parseDecimal(query, from + 9, to);
      if (value < 0 || msn !== null) return 'Give _HLS_msn once, as a decimal integer.';
      msn = value;
    } else if (query.startsWith('_HLS_part=', from)) {
      const value = parseDecimal(query, from + 10, to);
      if (value < 0 || part !== null) return 'Give _HLS_part once, as a decimal integer.';
      part = value;
    } else if (query.startsWith('_HLS_skip=', from)) {
      const value = query.slice(from + 10, to);
      // v2 also skips date ranges, of which our playlists have none.
      if (delta || (value !== 'YES' && value !== 'v2')) return 'Give _HLS_skip once, as YES or v2.';
      delta = true;
    }
    from = to + 1;
  }
  if (part !== null && msn === null) return 'Give _HLS_msn along with _HLS_part.';
  return { msn, part, delta };
}
