/** The format of stream keys, and how they are hashed, encrypted and masked. */
import { createHash, randomBytes } from 'node:crypto';
import type { UserId } from '@tributary/contracts/shared';
import { createSeal } from '#platform/seal.ts';

const PREFIX = 'live_';

/** 160 bits, since the other parts of a key can be guessed; at least 128 are required. */
const RANDOM_BYTES = 20;

/**
 * A new key: prefix, the first 8 characters of the user id, a timestamp in milliseconds (specification, section 9) and
 * random bytes. It has only letters, digits and underscores, so that it is valid in an RTMP URL and a double click
 * selects all of it.
 */
export function generateStreamKey(userId: UserId, nowMs: number = Date.now()): string {
  return `${PREFIX}${userId.slice(0, 8)}_${nowMs}_${randomBytes(RANDOM_BYTES).toString('hex')}`;
}

const FORMAT = new RegExp(`^${PREFIX}[0-9a-f]{8}_\\d{1,16}_[0-9a-f]{${2 * RANDOM_BYTES}}$`);

/** Whether a text has the format of a stream key. Other texts need not be looked up. */
export const isStreamKey = (text: string): boolean => FORMAT.test(text);

/** The SHA-256 hash by which the database finds a key. A key is random enough to need no salt. */
export function hashStreamKey(streamKey: string): Buffer {
  return createHash('sha256').update(streamKey).digest();
}

/** The masked key in the client's user object, without any of the secret. */
export function maskStreamKey(userId: UserId): string {
  return `${PREFIX}${userId.slice(0, 8)}_${'•'.repeat(12)}`;
}

export interface StreamKeySeal {
  /** Encrypts a key and binds it to its owner. */
  seal(streamKey: string, owner: UserId): string;
  /** @throws Error if the text was altered, belongs to another user or was sealed with another secret */
  open(sealed: string, owner: UserId): string;
}

/** @param secret the instance's STREAM_KEY_SECRET, of any length and format */
export function createStreamKeySeal(secret: string): StreamKeySeal {
  const { seal, open } = createSeal(secret, 'tributary stream keys v1');
  return {
    seal,
    open(sealed, owner) {
      try {
        return open(sealed, owner);
      } catch (cause) {
        throw new Error(
          `The stored stream key of user ${owner} cannot be decrypted. Restore STREAM_KEY_SECRET (or secrets.json), or rotate the key.`,
          { cause },
        );
      }
    },
  };
}
