/**
 * Reads better-auth's session cookie, `token.signature`, signed with HMAC-SHA-256. Reading it here costs each
 * request one query instead of better-auth's three.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const COOKIE_PREFIX = 'tributary';

const DAY_SECONDS = 86_400;

/** A session ends this long after its last use. */
export const SESSION_SECONDS = 30 * DAY_SECONDS;
/** A session is extended at most this often. */
export const SESSION_UPDATE_SECONDS = DAY_SECONDS;

/** @param secure whether cookies are sent over TLS only, which changes their name */
export function sessionCookieReader(secret: string, secure: boolean): (cookies?: string) => string | null {
  const name = `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token=`;
  return (cookies = '') => {
    const cookie = cookies.split(/; */).find((part) => part.startsWith(name));
    const value = decode(cookie?.slice(name.length) ?? '');
    const dot = value.lastIndexOf('.');
    if (dot < 1) return null;
    const token = value.slice(0, dot);
    const signature = Buffer.from(value.slice(dot + 1), 'base64');
    const expected = createHmac('sha256', secret).update(token).digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null;
  };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
