/** Response headers as lines, and the request headers that delivery reads. */
import type { IncomingMessage } from 'node:http';
import { headerLines } from './response-writer.ts';

/**
 * The headers of every response: any page may embed a stream, even a cross-origin isolated one (COEP), read the headers
 * that players measure latency with, and see full resource timings.
 */
export const COMMON = headerLines({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Age, Content-Length, Content-Range, Date, ETag',
  'Timing-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
});

export const PREFLIGHT =
  COMMON +
  headerLines({
    'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Max-Age': '86400',
    'Cache-Control': 'public, max-age=86400',
  });

/** The bytes of a media URL never change, since it contains a random epoch: one tag fits all of them. */
export const MEDIA_ETAG = '"1"';

/**
 * The Cache-Control of playlists and media. A stream that an admin stops or hides must be gone from every cache within
 * a second (docs/decisions/013). Viewers at the live edge request a part within that second, so that a shared cache
 * still fetches it once; later it asks whether the bytes may still be shown.
 */
export const CACHE_CONTROL = 'public, max-age=1, must-revalidate';

/**
 * The Cache-Control of responses about a restricted stream: no cache may keep them, and no page of another origin may
 * read them.
 */
export const PRIVATE = 'private, no-store';

/** The headers of what all viewers may have. */
export const SHARED_HEADERS = COMMON + headerLines({ 'Cache-Control': CACHE_CONTROL });

/** @param pagesOrigin the origin whose pages may read them from another host; null: there is none */
export const privateHeaders = (pagesOrigin: string | null): string =>
  headerLines({
    'Cache-Control': PRIVATE,
    'Timing-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    ...(pagesOrigin === null
      ? {}
      : { 'Access-Control-Allow-Origin': pagesOrigin, 'Referrer-Policy': 'no-referrer' }),
  });

/**
 * A request header by its lower-case name. `req.headers` would build an object of a browser's dozen
 * headers for every part, while most requests have none of the three that are read here.
 */
export function requestHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length === name.length && candidate.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}

/** Whether an Accept-Encoding header accepts gzip (RFC 9110 section 12.5.3). */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  let wildcard = false;
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';');
    const coding = name.trim().toLowerCase();
    if (coding !== 'gzip' && coding !== 'x-gzip' && coding !== '*') continue;
    const weight = parameters.find((parameter) => parameter.trim().toLowerCase().startsWith('q='));
    const accepted = weight === undefined || Number(weight.trim().slice(2)) > 0;
    if (coding !== '*') return accepted;
    wildcard = accepted;
  }
  return wildcard;
}

/** Whether an If-None-Match header contains the tag, by weak comparison (RFC 9110 section 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  // Tags contain no quotes, so that a quoted tag in the list is that tag.
  return header.trim() === '*' || header.includes(tag.startsWith('W/') ? tag.slice(2) : tag);
}
