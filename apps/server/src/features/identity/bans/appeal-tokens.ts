/** The signed token with which a banned person appeals: the account, and when the ban began. Later bans have others. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { SCREENS, type UserId, userId } from '@tributary/contracts';
import { z } from 'zod';

const payload = z.tuple([userId, z.coerce.number().int()]);

export interface AppealTokens {
  /** A path of the web app. */
  linkFor(userId: UserId, bannedAt: Date): string;
  /** Null: the token is malformed or its signature is wrong. */
  read(token: string): { userId: UserId; bannedAtMs: number } | null;
}

/** @param secret the instance's, of any length */
export function createAppealTokens(secret: string): AppealTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'appeal a ban', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    linkFor(id, bannedAt) {
      const text = `${id}.${bannedAt.getTime()}`;
      return `${SCREENS.appeal}?token=${text}.${sign(text).toString('base64url')}`;
    },
    read(token) {
      const end = token.lastIndexOf('.');
      const text = token.slice(0, Math.max(0, end));
      const given = Buffer.from(token.slice(end + 1), 'base64url');
      const expected = sign(text);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [id, bannedAtMs] = payload.parse(text.split('.'));
      return { userId: id, bannedAtMs };
    },
  };
}
