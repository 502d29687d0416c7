import { type UserId, userId } from '@tributary/contracts/shared';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createStreamKeySeal, generateStreamKey, hashStreamKey, maskStreamKey } from './stream-key.ts';

const users = fc.uuid({ version: 7 }).map((id): UserId => userId.parse(id));
const someone = userId.parse(uuidv7());

describe('a stream key', () => {
  it('consists of the prefix, 8 characters of the user id, the time, and 160 random bits', () => {
    fc.assert(
      fc.property(users, fc.integer({ min: 0, max: 8.64e15 }), (user, now) => {
        const match = /^live_([0-9a-f]{8})_(\d+)_([0-9a-f]{40})$/.exec(generateStreamKey(user, now));
        expect(match?.[1]).toBe(user.slice(0, 8));
        expect(Number(match?.[2])).toBe(now);
      }),
    );
  });

  it('is unique, even for one user within one millisecond', () => {
    const keys = Array.from({ length: 1000 }, () => generateStreamKey(someone, 1));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is masked without its secret and its time', () => {
    const key = generateStreamKey(someone);
    expect(key.startsWith(maskStreamKey(someone).replaceAll('•', ''))).toBe(true);
    expect(maskStreamKey(someone)).not.toMatch(/_\d{13}_/);
  });

  it('hashes to 32 bytes that differ with every key', () => {
    const [a, b] = [generateStreamKey(someone), generateStreamKey(someone)];
    expect(hashStreamKey(a)).toHaveLength(32);
    expect(hashStreamKey(a).equals(hashStreamKey(a))).toBe(true);
    expect(hashStreamKey(a).equals(hashStreamKey(b))).toBe(false);
  });
});

describe('the seal of stream keys', () => {
  const seal = createStreamKeySeal('a secret of the instance, as long as it likes');

  it('opens sealed keys, and seals the same key differently each time', () => {
    fc.assert(
      fc.property(users, fc.string({ unit: 'binary' }), (user, key) => {
        const sealed = seal.seal(key, user);
        expect(seal.open(sealed, user)).toBe(Buffer.from(key).toString());
        expect(seal.seal(key, user)).not.toBe(sealed);
      }),
    );
  });

  it('contains no part of the key', () => {
    const key = generateStreamKey(someone);
    const sealed = seal.seal(key, someone);
    expect(Buffer.from(sealed.slice(3), 'base64url').includes(key.slice(0, 13))).toBe(false);
  });

  it('refuses any altered byte', () => {
    const bytes = Buffer.from(seal.seal(generateStreamKey(someone), someone).slice(3), 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const altered = Buffer.from(bytes);
        altered[at] = (altered[at] ?? 0) ^ mask;
        expect(() => seal.open(`v1.${altered.toString('base64url')}`, someone)).toThrow(
          /cannot be decrypted/,
        );
      }),
    );
  });

  it('refuses a shortened text, garbage, and an unknown version', () => {
    const sealed = seal.seal('live_key', someone);
    for (const bad of [
      sealed.slice(0, -4),
      sealed.slice(0, 20),
      'v1.',
      '',
      'garbage',
      sealed.replace('v1.', 'v2.'),
    ]) {
      expect(() => seal.open(bad, someone)).toThrow(/cannot be decrypted/);
    }
  });

  it("refuses another user's key and another secret", () => {
    const sealed = seal.seal('live_key', someone);
    expect(() => seal.open(sealed, userId.parse(uuidv7()))).toThrow(/cannot be decrypted/);
    expect(() => createStreamKeySeal('another secret').open(sealed, someone)).toThrow(/cannot be decrypted/);
  });
});
