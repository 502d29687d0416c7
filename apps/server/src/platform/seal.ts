/** Encrypts secrets at rest with AES-256-GCM, under a key that is not in the database. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface Seal {
  /**
   * @param owner authenticated with the text, so that it cannot be opened for another owner
   * @returns `v1.` and base64url of nonce, tag and ciphertext
   */
  seal(text: string, owner: string): string;
  /** @throws Error when the text was altered, belongs to another owner, or was sealed under another secret */
  open(sealed: string, owner: string): string;
}

const VERSION = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * @param secret the instance's secret, of any length
 * @param purpose the kind of the sealed texts; each purpose has an independent key
 */
export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, owner) {
      if (!sealed.startsWith(VERSION))
        throw new Error(
          `A sealed text starts with ${VERSION}, but this one starts with ${sealed.slice(0, VERSION.length)}.`,
        );
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}
