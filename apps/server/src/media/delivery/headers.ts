/** Response headers as they go out, and the request headers that matter. */
import type { IncomingMessage } from 'node:http';
import { headerLines } from './response-writer.ts';

/**
 * On everything: any page may embed a stream, also one that is cross-origin isolated (COEP), read
 * what the player needs to measure latency, and see full resource timings.
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

/**
 * The bytes behind a media URL never change, and the epoch in the URL is random: every media URL
 * has one version, so one tag serves them all.
 */
export const MEDIA_ETAG = '"1"';

export const IMMUTABLE = headerLines({
  'Cache-Control': 'public, max-age=31536000, immutable',
  ETag: MEDIA_ETAG,
  'Accept-Ranges': 'bytes',
});

/** A playlist asked for without directives changes at any moment. */
export const PLAYLIST_NOW = 'public, max-age=1';

/** A request that named what it waited for has one answer: keep it for six target durations. */
export function playlistFor(targetDurationSeconds: number): string {
  return `public, max-age=${Math.ceil(6 * targetDurationSeconds)}`;
}

/**
 * A request header by its lower-case name. `req.headers` would sort a browser's dozen into an
 * object for every part; of the three that are read here, most requests have none.
 */
export function requestHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length === name.length && candidate.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}

/** Whether an Accept-Encoding header admits gzip (RFC 9110 12.5.3). */
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

/** Whether an If-None-Match header names the tag; weak comparison (RFC 9110 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  // A tag holds no quote, so a quoted tag inside the list is that tag.
  return header.trim() === '*' || header.includes(tag.startsWith('W/') ? tag.slice(2) : tag);
}
