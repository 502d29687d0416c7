import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlaybackGrants, GRANT_COOKIE, GRANT_SECONDS } from './playback-grants.ts';

const STREAM: StreamId = streamId.parse('01890a5d-ac96-774b-bcce-b302099a8057');
const OTHER: StreamId = streamId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const USER: UserId = userId.parse('01890a5d-ac96-774b-bcce-b302099a8059');
const GRANT_MS = GRANT_SECONDS * 1000;
const START_MS = 1_800_000_000_000;

/** The cookie `session` names the session's token; signatures of sessions are tested elsewhere. */
const sessionTokenOf = (cookies = '') => /session=(\w+)/.exec(cookies)?.[1] ?? null;

const PATH = `/live/${STREAM}`;

function setup(secret = 'a secret of the tests', secureCookies = false) {
  let nowMs = START_MS;
  const options = { secret, sessionTokenOf, secureCookies, nowMs: () => nowMs };
  const grants = createPlaybackGrants(options);
  return {
    grants,
    advance: (ms: number) => {
      nowMs += ms;
    },
    issue(lease: string | null = null): string {
      const [cookie = ''] = grants
        .issue({ streamId: STREAM, userId: USER, sessionToken: 'token', lease, path: PATH })
        .split(';');
      return cookie;
    },
    left: (cookie: string, session = 'token', stream = STREAM) =>
      grants.remainingMs(stream, { cookie: `a=1; ${cookie}; session=${session}` }),
  };
}

describe('a playback grant', () => {
  it('is a cookie for the media of its stream that scripts cannot read', () => {
    const grant = { streamId: STREAM, userId: USER, sessionToken: 'token', lease: null, path: PATH };
    const attributes = `; Path=${PATH}; Max-Age=60; HttpOnly; SameSite=Lax`;
    expect(setup().grants.issue(grant).endsWith(attributes)).toBe(true);
    expect(setup('a secret', true).grants.issue(grant).endsWith(`${attributes}; Secure`)).toBe(true);
  });

  it('does not contain the session’s token', () => {
    expect(setup().issue()).not.toContain('token');
  });

  it('is valid for a minute, and not before it was issued', () => {
    const { issue, left, advance } = setup();
    const cookie = issue();
    expect(left(cookie)).toBe(GRANT_MS);
    advance(GRANT_MS - 1);
    expect(left(cookie)).toBe(1);
    advance(1);
    expect(left(cookie)).toBe(0);
    advance(-GRANT_MS - 5_000);
    expect(left(cookie)).toBe(GRANT_MS + 5_000);
    advance(-1);
    expect(left(cookie)).toBe(0);
  });

  it('is worth nothing for another stream, with another session or without one, and under another secret', () => {
    const { issue, left, grants } = setup();
    const cookie = issue();
    expect(left(cookie, 'token', OTHER)).toBe(0);
    expect(left(cookie, 'other')).toBe(0);
    expect(grants.remainingMs(STREAM, { cookie })).toBe(0);
    expect(grants.remainingMs(STREAM, { cookie: 'session=token' })).toBe(0);
    expect(grants.remainingMs(STREAM, {})).toBe(0);
    expect(setup('another secret').left(cookie)).toBe(0);
  });

  it('is refused from the moment at which another browser took over its screen, and a later one is not', () => {
    const { grants, issue, left, advance } = setup();
    const [first, other] = [issue('lease-1'), issue('lease-2')];
    grants.withdraw('lease-1');
    expect([left(first), left(other)]).toEqual([0, GRANT_MS]);
    // Renewed by a request that was under way when the screen was taken over.
    expect(left(issue('lease-1'))).toBe(0);
    // The same browser takes a screen over in turn, within the same millisecond.
    expect(left(issue('lease-3'))).toBe(GRANT_MS);
    advance(GRANT_MS - 1);
    expect(left(first)).toBe(0);
  });

  it('cannot be moved to another lease', () => {
    const { grants, issue, left } = setup();
    const cookie = issue('lease-1');
    grants.withdraw('lease-1');
    expect(left(cookie.replace('lease-1', 'lease-2'))).toBe(0);
    expect(left(cookie.replace('lease-1', '-'))).toBe(0);
  });

  it('is refused with any bit of its value flipped', () => {
    const { issue, left } = setup();
    const cookie = issue();
    const from = GRANT_COOKIE.length + 1;
    fc.assert(
      fc.property(fc.nat(cookie.length - from - 1), fc.nat(7), (offset, bit) => {
        const bytes = Buffer.from(cookie);
        bytes[from + offset] = (bytes[from + offset] ?? 0) ^ (1 << bit);
        expect(left(bytes.toString('latin1'))).toBe(0);
      }),
    );
  });

  it('is refused whatever else is sent as its value', () => {
    const { left } = setup();
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (user, expiry, signature) => {
        expect(left(`${GRANT_COOKIE}=${user}.${expiry}.${signature}`)).toBe(0);
      }),
    );
  });

  it('is refused once it is revoked, while grants that are issued later are valid', () => {
    const { issue, left, advance, grants } = setup();
    const cookie = issue();
    grants.revoke(USER);
    expect(left(cookie)).toBe(0);
    advance(1);
    expect(left(issue())).toBe(GRANT_MS);
    grants.revoke(userId.parse('01890a5d-ac96-774b-bcce-b302099a8060'));
    expect(left(issue())).toBe(GRANT_MS);
    advance(GRANT_MS - 2);
    expect(left(cookie)).toBe(0);
  });
});
