/** Password hashing (salted scrypt, as the sign-in library does it) that leaves room for other work. */
import { randomInt } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createGate, type GateLimits } from './gate.ts';

export interface Passwords {
  /** @returns `salt:key` in hexadecimal */
  hash(password: string): Promise<string>;
  verify(input: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** Both methods throw APIError 503 while too many are waiting. */
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
