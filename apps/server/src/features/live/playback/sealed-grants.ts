/**
 * Playback grants for addresses of media on another host, where the session's cookie does not arrive. They are encrypted,
 * since addresses end up in the logs of a CDN, which should learn neither the account nor the session.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { streamId as streamIdSchema } from '@tributary/contracts/shared';
import { z } from 'zod';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const grantedContent = z.object({
  /** Whom the grant admits. */
  userId: z.string(),
  sessionId: z.string(),
  /** The screen of the session; null where the stream has no gate. */
  lease: z.string().nullable(),
  expiresAtMs: z.int(),
});
export type GrantedContent = z.infer<typeof grantedContent>;

export interface SealedGrants {
  /** @returns base64url */
  seal(streamId: string, content: GrantedContent): string;
  /** @returns null for what this instance has not sealed for the stream */
  open(streamId: string, sealed: string): GrantedContent | null;
}

/** @param secret that of the instance: every process seals and opens the same grants */
export function createSealedGrants(secret: string): SealedGrants {
  const root = Buffer.from(hkdfSync('sha256', secret, '', 'playback grants in addresses', 32));
  /** A key of its own binds a grant to its stream, and keeps the random nonces of each key few (NIST SP 800-38D, 8.3). */
  const keyOf = (streamId: string) => createHmac('sha256', root).update(streamId).digest();

  return {
    seal(streamId, content) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(streamId), nonce, { authTagLength: TAG_BYTES });
      const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
    },
    open(streamId, text) {
      const bytes = Buffer.from(text, 'base64url');
      // Several texts decode to the same bytes, and only one of them is the grant.
      if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== text) return null;
      if (!streamIdSchema.safeParse(streamId).success) return null;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, keyOf(streamId), nonce, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const sealed = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
        const opened = Buffer.concat([decipher.update(sealed), decipher.final()]);
        return grantedContent.parse(JSON.parse(opened.toString()));
      } catch {
        return null;
      }
    },
  };
}
