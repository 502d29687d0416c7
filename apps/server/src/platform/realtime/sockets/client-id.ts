import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const COOKIE = 'tributary_browser';
const PATTERN = new RegExp(`(?:^|;\\s*)${COOKIE}=([A-Za-z0-9_-]{22})(?:;|$)`);
const YEAR_SECONDS = 31_536_000;

/**
 * Identifies a browser, so that one with many tabs counts once. The id is random and does not identify the person.
 * @returns the id, and the Set-Cookie value for a browser that has none yet
 */
export function clientIdOf(
  request: IncomingMessage,
  secure: boolean,
): { id: string; setCookie: string | null } {
  const known = PATTERN.exec(request.headers.cookie ?? '')?.[1];
  if (known !== undefined) return { id: known, setCookie: null };
  const id = randomBytes(16).toString('base64url');
  const setCookie = `${COOKIE}=${id}; Path=/api/realtime; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return { id, setCookie };
}
