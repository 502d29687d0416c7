/**
 * Keeps the code of an invitation while a browser signs up at the OpenID Connect provider, which passes nothing on.
 */
import { COOKIE_PREFIX } from '../sessions/session-cookie.ts';

const MINUTES = 15;
const CODE = /^[A-Za-z0-9_-]{1,100}$/;

export interface InvitationCookie {
  find(cookies: string | undefined): string | null;
  /** @returns a Set-Cookie header; null: removes the cookie */
  set(code: string | null): string;
}

/** @param secure whether the cookie is sent over TLS only, which changes its name */
export function createInvitationCookie(secure: boolean): InvitationCookie {
  const name = `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.invitation`;
  return {
    find(cookies = '') {
      const cookie = cookies.split(/; */).find((part) => part.startsWith(`${name}=`));
      const code = cookie?.slice(name.length + 1) ?? '';
      return CODE.test(code) ? code : null;
    },
    set(code) {
      const isKept = code !== null && CODE.test(code);
      const attributes = `Max-Age=${isKept ? MINUTES * 60 : 0}; Path=/api/auth; HttpOnly; SameSite=Lax`;
      return `${name}=${isKept ? code : ''}; ${attributes}${secure ? '; Secure' : ''}`;
    },
  };
}
