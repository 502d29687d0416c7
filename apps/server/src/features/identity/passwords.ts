/** Password hashing (salted scrypt, as the sign-in library does it) that leaves room for other work. */
import { randomInt } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** scrypt runs on libuv's threads, of which file access needs some too. */
const AT_ONCE = 2;

/** At some 60 ms each: nobody waits longer than a few seconds, and a flood is turned away. */
const LONGEST_QUEUE = 100;

let running = 0;
const waiting: (() => void)[] = [];

/** @throws APIError 503 while too many are waiting */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= LONGEST_QUEUE) {
      throw APIError.from('SERVICE_UNAVAILABLE', {
        code: 'TOO_BUSY',
        message: 'Too many people are signing in right now; try again in a moment.',
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    // The place goes to the next in line without being free in between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export const passwords = {
  /** @returns `salt:key` in hexadecimal */
  hash: (password: string): Promise<string> => inTurn(() => hashPassword(password)),
  verify: (input: { hash: string; password: string }): Promise<boolean> =>
    inTurn(() => verifyPassword(input)),
};

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** 116 random bits in 20 characters that nobody mistakes for one another. */
export function generatePassword(): string {
  return Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
