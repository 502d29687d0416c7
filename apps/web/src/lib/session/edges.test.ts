import { userId } from '@tributary/contracts/shared';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fallbackUser } from './fallback-user.ts';
import { isDue, isExpiring, retryDelay } from './policy.ts';
import { isTabMessage } from './tab-messages.ts';
import { expiryOf } from './token.ts';

describe('thresholds', () => {
  it.each([
    [120_000, false],
    [119_999, true],
    [0, true],
    [-1, true],
  ])('whether a tick with %i ms left refreshes: %s', (left, due) => expect(isDue(left)).toBe(due));

  it.each([
    [90_000, false],
    [89_999, true],
  ])('whether use with %i ms left refreshes: %s', (left, expiring) =>
    expect(isExpiring(left)).toBe(expiring),
  );

  it('doubles the pauses and ends before 30 s', () => {
    expect([0, 1, 2, 7].map((retries) => retryDelay(retries, 0))).toEqual([200, 400, 800, 25_600]);
    expect(retryDelay(0, 29_799)).toBe(200);
    expect(retryDelay(0, 29_800)).toBeNull();
    expect(retryDelay(8, 0)).toBeNull();
  });
});

describe('the fallback for a profile', () => {
  const id = userId.parse('0199a000-0000-7000-8000-000000000001');
  it.each([
    ['ann@example.org', 'ann'],
    ['@example.org', 'user'],
    ['', 'user'],
  ])('names the user of %j %s', (email, username) => {
    expect(fallbackUser({ userId: id, email })).toMatchObject({ username, primaryRole: 'viewer' });
  });
});

describe('the expiry of a token', () => {
  const token = (claims: unknown) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
  it("counts from the time of the request, regardless of the device's clock", () => {
    expect(expiryOf(token({ iat: 1_000, exp: 1_600, name: 'ünï??>' }), 7)).toBe(600_007);
  });
  it.each([['', token({ exp: 1 }), token(null), token('x'), 'a.b.c']].flat())(
    'is not read from %j',
    (text) => {
      expect(expiryOf(text, 0)).toBeNull();
    },
  );
});

it('rejects unknown messages', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => !isTabMessage(value)));
  expect(isTabMessage({ type: 'grant', grant: { accessToken: 't' } })).toBe(false);
  expect(isTabMessage({ type: 'signed-out' })).toBe(true);
});
