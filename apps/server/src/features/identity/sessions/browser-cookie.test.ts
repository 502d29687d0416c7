import { describe, expect, it } from 'vitest';
import { createBrowserCookie } from './browser-cookie.ts';

const options = { name: 'known-browser', secret: 'a secret', secure: false, maxAgeSeconds: 60 };
const cookie = createBrowserCookie(options);
const pairOf = (header: string) => header.split(';', 1)[0] ?? '';

describe('a browser cookie', () => {
  it('ties the browser to the added addresses in any case, under a permanent id', () => {
    const first = pairOf(cookie.add(undefined, 'ann@example.org'));
    const both = pairOf(cookie.add(`theme=dark; ${first}`, 'bob@example.org'));
    const id = cookie.find(`a=b; ${both}`, 'Ann@example.org');
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(cookie.find(both, 'bob@example.org')).not.toBe(id);
    expect(cookie.find(both, 'cid@example.org')).toBeNull();
    const again = pairOf(cookie.add(both, 'ann@example.org'));
    expect(cookie.find(again, 'ann@example.org')).toBe(id);
  });

  it('contains no address', () => {
    expect(cookie.add(undefined, 'ann@example.org')).not.toMatch(/ann|example/);
  });

  it('forgets the oldest address when a sixth is added', () => {
    const addresses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.org`);
    const value = addresses.reduce((cookies, email) => pairOf(cookie.add(cookies, email)), '');
    const known = addresses.filter((email) => cookie.find(value, email) !== null);
    expect(known).toEqual(addresses.slice(1));
  });

  it('is refused if it is changed, or was made with another secret or name', () => {
    const email = 'ann@example.org';
    const value = pairOf(cookie.add(undefined, email));
    const [id = '', mac = ''] = value.slice(value.indexOf('=') + 1).split('.');
    for (const forged of [`${id}.`, id, '', '.', `${'A'.repeat(22)}.${mac}`, `${id}.${mac}A`]) {
      expect(cookie.find(`tributary.known-browser=${forged}`, email)).toBeNull();
    }
    for (const other of [{ secret: 'another' }, { name: 'signed-up' }]) {
      const [, entry = ''] = pairOf(
        createBrowserCookie({ ...options, ...other }).add(undefined, email),
      ).split('=');
      expect(cookie.find(`tributary.known-browser=${entry}`, email)).toBeNull();
    }
  });

  it('is hidden from scripts and other sites, and with HTTPS sent over TLS only', () => {
    expect(cookie.add(undefined, 'ann@example.org')).toMatch(
      /^tributary\.known-browser=.+; Max-Age=60; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
    );
    const secure = createBrowserCookie({ ...options, secure: true });
    expect(secure.add(undefined, 'ann@example.org')).toMatch(
      /^__Secure-tributary\.known-browser=.+; Secure$/,
    );
  });
});
