/** Delivery Directives: the `_HLS_` query parameters of a media playlist (RFC 8216bis section 6.2.5). */
import { parseDecimal } from './address.ts';

export interface Directives {
  /** Blocks until this media sequence number exists; null to answer at once. */
  readonly msn: number | null;
  /** Blocks until this part of `msn` exists; null to wait for the whole segment. */
  readonly part: number | null;
  /** `_HLS_skip`: the client accepts a delta update. */
  readonly delta: boolean;
}

const NONE: Directives = { msn: null, part: null, delta: false };

/**
 * Parses a query string without its question mark. Other parameters are ignored.
 * @returns the message for a 400 if a directive is malformed or repeated, or `_HLS_part` comes without `_HLS_msn` (RFC
 * 8216bis section 6.2.5.2)
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
      if (value < 0 || msn !== null) return '_HLS_msn must occur once, as a decimal integer.';
      msn = value;
    } else if (query.startsWith('_HLS_part=', from)) {
      const value = parseDecimal(query, from + 10, to);
      if (value < 0 || part !== null) return '_HLS_part must occur once, as a decimal integer.';
      part = value;
    } else if (query.startsWith('_HLS_skip=', from)) {
      const value = query.slice(from + 10, to);
      // v2 also skips date ranges, which the playlists do not have.
      if (delta || (value !== 'YES' && value !== 'v2')) return '_HLS_skip must occur once, as YES or v2.';
      delta = true;
    }
    from = to + 1;
  }
  if (part !== null && msn === null) return '_HLS_part requires _HLS_msn.';
  return { msn, part, delta };
}
