/**
 * The token in the address of an overlay: the creator's id, and a code for it and its version that only the instance
 * can make. The database holds nothing that opens an overlay.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type UserId, userId } from '@tributary/contracts/shared';

export interface OverlayTokens {
  tokenOf(creatorId: UserId, version: number): string;
  /** The creator whom the token names, unverified; null if the text is no token. */
  claimedCreator(token: string): UserId | null;
}

const ID_BYTES = 16;

export function createOverlayTokens(secret: string): OverlayTokens {
  return {
    tokenOf(creatorId, version) {
      const code = createHmac('sha256', secret).update(`donation-overlay:${creatorId}:${version}`).digest();
      const id = Buffer.from(creatorId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, code.subarray(0, ID_BYTES)]).toString('base64url');
    },
    claimedCreator(token) {
      const hex = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return userId.safeParse(id).data ?? null;
    },
  };
}

export function isSameToken(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
