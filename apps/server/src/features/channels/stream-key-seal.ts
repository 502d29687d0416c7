/** Stream keys at rest: AES-256-GCM under a key that the database does not hold. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { UserId } from '@tributary/contracts';

export interface StreamKeySeal {
  /** @returns `v1.` and base64url of nonce, tag and ciphertext */
  seal(streamKey: string, owner: UserId): string;
  /** @throws Error where the text was altered, is another user's, or was sealed under another secret */
  open(sealed: string, owner: UserId): string;
}

const VERSION = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param secret the instance's STREAM_KEY_SECRET, of any length and shape */
export function createStreamKeySeal(secret: string): StreamKeySeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'tributary stream keys v1', 32));
  return {
    seal(streamKey, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(streamKey, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed, owner) {
      try {
        if (!sealed.startsWith(VERSION)) throw new Error('unknown version');
        const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
        const nonce = bytes.subarray(0, NONCE_BYTES);
        // The owner is authenticated too: a row copied over another user's does not open.
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error(
          'A stored stream key cannot be decrypted: set STREAM_KEY_SECRET (or secrets.json) back to what it was, or rotate the key.',
          { cause },
        );
      }
    },
  };
}
