/** The error responses of delivery. */
import { PRIVATE } from './headers.ts';

export interface Refusal {
  readonly status: 400 | 403 | 404 | 405 | 410 | 416 | 503;
  /** Plain text that says what happened and what to do. */
  readonly message: string;
  /** With a code, the body is a problem document (RFC 9457). */
  readonly code?: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to close the connection after the response. */
  readonly close?: boolean;
}

export const NOT_FOUND: Refusal = {
  status: 404,
  message: 'Not found. Start from index.m3u8.',
  // The time is short, since a stream or a part may appear at any time, but long enough to protect the origin.
  cacheControl: 'public, max-age=1',
};

export const FORBIDDEN: Refusal = {
  status: 403,
  message: 'Only viewers with access can watch this stream. Open its page to get access.',
  code: 'playback_forbidden',
  cacheControl: PRIVATE,
};

export const GONE: Refusal = {
  status: 410,
  message: 'This segment has left the live window. Reload the playlist.',
  cacheControl: 'public, max-age=60',
};

export const BAD_METHOD: Refusal = {
  status: 405,
  message: 'Use GET, HEAD or OPTIONS.',
  cacheControl: 'no-store',
  headers: { Allow: 'GET, HEAD, OPTIONS' },
  // The connection closes, because the request's body is not read.
  close: true,
};

export const TOO_FAR: Refusal = {
  status: 400,
  message: 'Too far ahead. Request what follows the newest part in the playlist.',
  cacheControl: 'no-store',
};

export const TIMED_OUT: Refusal = {
  status: 503,
  message: 'No new media within three target durations. Try again.',
  cacheControl: 'no-store',
};

export const BUSY: Refusal = {
  status: 503,
  message: 'Too many requests are waiting. Try again in a moment.',
  cacheControl: 'no-store',
  headers: { 'Retry-After': '2' },
};

export const NOT_MADE: Refusal = {
  status: 503,
  message: 'The server has no capacity for this rendition now. Play the source or another one.',
  cacheControl: 'no-store',
  headers: { 'Retry-After': '30' },
};

export const UNREADABLE: Refusal = {
  status: 503,
  message: 'This segment cannot be read right now. Try again in a moment.',
  cacheControl: 'no-store',
  headers: { 'Retry-After': '1' },
};

export const CLOSED: Refusal = {
  status: 503,
  message: 'The server is stopping. Try again in a moment.',
  cacheControl: 'no-store',
  close: true,
};

export function badDirective(message: string): Refusal {
  return { status: 400, message, cacheControl: 'no-store' };
}

export function rangeNotSatisfiable(byteLength: number): Refusal {
  return {
    status: 416,
    message: `Request a range within the ${byteLength} bytes.`,
    cacheControl: 'no-store',
    headers: { 'Content-Range': `bytes */${byteLength}` },
  };
}
