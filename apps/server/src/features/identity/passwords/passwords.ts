/** Password hashing (salted scrypt, as the sign-in library does it) that leaves room for other work. */
import { randomInt, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createGate, type GateLimits } from './concurrency-limiter.ts';

export interface Passwords {
  /** @returns `salt:key` in hexadecimal */
  hash(password: string): Promise<string>;
  verify(input: { readonly hash: string; readonly password: string }): Promise<boolean>;
  /** scrypt under a salt of one's own. @returns the key in base64url */
  derive(secret: string, salt: string): Promise<string>;
}

const deriveKey = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** Half the work of a password: what is derived here is random and has 59 bits by itself. */
const KEY_BYTES = 32;
const COST = { N: 16_384, r: 8, p: 1 };

/** All methods throw APIError 503 while too many are waiting. */
export function createPasswords(limits: GateLimits): Passwords {
  const inTurn = createGate(limits, () =>
    APIError.from('SERVICE_UNAVAILABLE', {
      code: 'TOO_BUSY',
      message: 'Too many people are signing in right now; try again in a moment.',
    }),
  );
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (input) => inTurn(() => verifyPassword(input)),
    derive: async (secret, salt) =>
      (await inTurn(() => deriveKey(secret, salt, KEY_BYTES, COST))).toString('base64url'),
  };
}

/**
 * scrypt runs on libuv's threads, of which file access needs some too. At some 60 ms each nobody waits
 * longer than a few seconds; who comes after them is turned away.
 */
export const passwords = createPasswords({ atOnce: 2, longestQueue: 100 });

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** 116 random bits in 20 characters that nobody mistakes for one another. */
export function generatePassword(): string {
  return Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
