/**
 * After a password reset, an attacker who took over the account may still have a passkey in it. For a quarter of an
 * hour, the person who reset the password can delete passkeys without signing in.
 */
import { randomBytes } from 'node:crypto';
import { type UserId, userId } from '@tributary/contracts/shared';
import type { Auth } from '../auth/auth.ts';

const MINUTES = 15;

export interface PasskeyReviews {
  /** The person to whom the reset link with this token was sent; null if the token is invalid. */
  resetOwner(resetToken: string): Promise<UserId | null>;
  /** Stores a token with which the password of an account can be reset until then, like one that a mail contains. */
  storeResetToken(id: UserId, token: string, expiresAt: Date): Promise<void>;
  /** @returns a token for `owner` */
  begin(id: UserId): Promise<string>;
  /** Null if the token is not valid. */
  owner(token: string): Promise<UserId | null>;
}

export function createPasskeyReviews(auth: Auth): PasskeyReviews {
  const store = async () => (await auth.$context).internalAdapter;

  async function find(identifier: string): Promise<UserId | null> {
    const found = await (await store()).findVerificationValue(identifier);
    return found && found.expiresAt.getTime() > Date.now() ? userId.parse(found.value) : null;
  }

  return {
    resetOwner: (resetToken) => find(`reset-password:${resetToken}`),
    async storeResetToken(id, token, expiresAt) {
      const identifier = `reset-password:${token}`;
      await (await store()).createVerificationValue({ identifier, value: id, expiresAt });
    },
    owner: (token) => find(`passkey-review:${token}`),
    async begin(id) {
      const token = randomBytes(24).toString('base64url');
      await (await store()).createVerificationValue({
        identifier: `passkey-review:${token}`,
        value: id,
        expiresAt: new Date(Date.now() + MINUTES * 60_000),
      });
      return token;
    },
  };
}
