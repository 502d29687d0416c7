/** Password hashing (better-auth's salted scrypt) with limited concurrency. */
import { randomInt, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { type ConcurrencyLimits, createConcurrencyLimiter } from '#platform/concurrency-limiter.ts';

export interface Passwords {
  /** @returns `salt:key` in hexadecimal */
  hash(password: string): Promise<string>;
  verify(input: { readonly hash: string; readonly password: string }): Promise<boolean>;
  /** scrypt with a given salt. @returns the key in base64url */
  derive(secret: string, salt: string): Promise<string>;
}

const deriveKey = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** Costs half as much as a password: the derived secrets are random and have 59 bits themselves. */
const KEY_BYTES = 32;
const COST = { N: 16_384, r: 8, p: 1 };

/** All methods throw an APIError 503 when the queue is full. */
export function createPasswords(limits: ConcurrencyLimits): Passwords {
  const limited = createConcurrencyLimiter(limits, () =>
    APIError.from('SERVICE_UNAVAILABLE', {
      code: 'TOO_BUSY',
      message: 'Too many people are signing in right now. Try again in a moment.',
    }),
  );
  return {
    hash: (password) => limited(() => hashPassword(password)),
    verify: (input) => limited(() => verifyPassword(input)),
    derive: async (secret, salt) =>
      (await limited(() => deriveKey(secret, salt, KEY_BYTES, COST))).toString('base64url'),
  };
}

/**
 * scrypt runs on libuv's thread pool, which file access needs too. At about 60 ms each, a full queue takes a
 * few seconds; further requests are refused.
 */
export const passwords = createPasswords({ maxConcurrent: 2, maxQueued: 100 });

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** 116 random bits in 20 characters, without characters that look alike. */
export function generatePassword(): string {
  return Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
