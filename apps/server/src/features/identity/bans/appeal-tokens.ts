/**
 * The signed token with which a banned person appeals: the account, and when the ban began. Later bans have other
 * tokens.
 */
import { SCREENS, type UserId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { createTextSigner } from '#platform/signed-text.ts';

const payload = z.tuple([userId, z.coerce.number().int()]);

export interface AppealTokens {
  /** A path of the web app. */
  linkFor(userId: UserId, bannedAt: Date): string;
  /** Null: the token is malformed or its signature is wrong. */
  read(token: string): { userId: UserId; bannedAtMs: number } | null;
}

/** @param secret the instance's secret, of any length */
export function createAppealTokens(secret: string): AppealTokens {
  const signer = createTextSigner(secret, 'appeal a ban');
  return {
    linkFor: (id, bannedAt) => `${SCREENS.appeal}?token=${signer.sign(`${id}.${bannedAt.getTime()}`)}`,
    read(token) {
      const text = signer.open(token);
      if (text === null) return null;
      const [id, bannedAtMs] = payload.parse(text.split('.'));
      return { userId: id, bannedAtMs };
    },
  };
}
