/** Stream keys at rest, each sealed to its owner. */
import type { UserId } from '@tributary/contracts';
import { createSeal } from '#platform/seal.ts';

export interface StreamKeySeal {
  seal(streamKey: string, owner: UserId): string;
  /** @throws Error where the text was altered, is another user's, or was sealed under another secret */
  open(sealed: string, owner: UserId): string;
}

/** @param secret the instance's STREAM_KEY_SECRET, of any length and shape */
export function createStreamKeySeal(secret: string): StreamKeySeal {
  const { seal, open } = createSeal(secret, 'tributary stream keys v1');
  return {
    seal,
    open(sealed, owner) {
      try {
        return open(sealed, owner);
      } catch (cause) {
        throw new Error(
          'A stored stream key cannot be decrypted: set STREAM_KEY_SECRET (or secrets.json) back to what it was, or rotate the key.',
          { cause },
        );
      }
    },
  };
}
