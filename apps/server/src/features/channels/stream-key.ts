/** What a stream key looks like, and the forms in which it is kept and shown. */
import { createHash, randomBytes } from 'node:crypto';
import type { UserId } from '@tributary/contracts';

const PREFIX = 'live_';

/** 160 bits: the parts before them can be known (product.md asks for at least 128). */
const RANDOM_BYTES = 20;

/**
 * A new key: prefix, the first 8 characters of the user id, a timestamp in milliseconds (spec
 * section 9), then what makes it secret. Letters, digits and underscores only, so that it survives
 * in an RTMP address and a double click selects it whole.
 */
export function generateStreamKey(userId: UserId, nowMs: number = Date.now()): string {
  return `${PREFIX}${userId.slice(0, 8)}_${nowMs}_${randomBytes(RANDOM_BYTES).toString('hex')}`;
}

/** SHA-256, under which the database finds a key. A key is random enough to need no salt. */
export function hashStreamKey(streamKey: string): Buffer {
  return createHash('sha256').update(streamKey).digest();
}

/** What the client's user object carries in the key's place: whose it is, and none of the secret. */
export function maskStreamKey(userId: UserId): string {
  return `${PREFIX}${userId.slice(0, 8)}_${'•'.repeat(12)}`;
}
