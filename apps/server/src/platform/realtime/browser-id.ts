import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const COOKIE = 'tributary_browser';
const PATTERN = new RegExp(`(?:^|;\\s*)${COOKIE}=([A-Za-z0-9_-]{22})(?:;|$)`);
const YEAR_SECONDS = 31_536_000;

/**
 * Tells browsers apart for viewer counts, so that one with many tabs counts once. Says nothing of
 * the person and is used for nothing else.
 * @returns the id, and the Set-Cookie value that gives it to a browser that has none
 */
export function browserIdOf(
  request: IncomingMessage,
  secure: boolean,
): { id: string; setCookie: string | null } {
  const known = PATTERN.exec(request.headers.cookie ?? '')?.[1];
  if (known !== undefined) return { id: known, setCookie: null };
  const id = randomBytes(16).toString('base64url');
  const setCookie = `${COOKIE}=${id}; Path=/api/realtime; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return { id, setCookie };
}
