/**
 * A signed cookie that ties a browser to accounts: for each, a random id and its HMAC over the account's address. It
 * contains no name, and proves nothing about another address.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { COOKIE_PREFIX } from './session-cookie.ts';

export interface BrowserCookie {
  /** @returns the browser's id for this address; null if the browser is not tied to it */
  find(cookies: string | undefined, email: string): string | null;
  /** Ties the browser to this address too. @returns a Set-Cookie header */
  add(cookies: string | undefined, email: string): string;
}

export interface BrowserCookieOptions {
  /** The name of the record, such as `signed-up`. */
  readonly name: string;
  readonly secret: string;
  /** Whether the cookie is sent over TLS only, which changes its name. */
  readonly secure: boolean;
  readonly maxAgeSeconds: number;
}

/** The number of accounts of a browser. If more people share it, it stays tied to the latest ones. */
const MAX_ACCOUNTS = 5;

const ID = /^[A-Za-z0-9_-]{22}$/;

export function createBrowserCookie(options: BrowserCookieOptions): BrowserCookie {
  const { secret, secure, maxAgeSeconds } = options;
  const name = `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.${options.name}`;

  const signed = (id: string, email: string) =>
    `${id}.${createHmac('sha256', secret).update(`${options.name}\n${id}\n${email.toLowerCase()}`).digest('base64url')}`;

  function entries(cookies = ''): string[] {
    const cookie = cookies.split(/; */).find((part) => part.startsWith(`${name}=`));
    return cookie === undefined ? [] : cookie.slice(name.length + 1).split('~', MAX_ACCOUNTS);
  }

  const entryOf = (cookies: string | undefined, email: string) =>
    entries(cookies).find((entry) => {
      const [id = ''] = entry.split('.', 1);
      return ID.test(id) && isEqual(entry, signed(id, email));
    });

  return {
    find: (cookies, email) => entryOf(cookies, email)?.split('.', 1)[0] ?? null,
    add(cookies, email) {
      const entry = entryOf(cookies, email) ?? signed(randomBytes(16).toString('base64url'), email);
      const others = entries(cookies).filter((other) => other !== entry);
      const value = [entry, ...others].slice(0, MAX_ACCOUNTS).join('~');
      const attributes = `Max-Age=${maxAgeSeconds}; Path=/api/auth; HttpOnly; SameSite=Lax`;
      return `${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`;
    },
  };
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
