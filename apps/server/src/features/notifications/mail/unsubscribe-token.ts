/** The signed token in a mail's unsubscribe link: the person and the key of the preference. It never expires. */
import { type UserId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { createTextSigner } from '#platform/signed-text.ts';

const payload = z.tuple([userId, z.string()]);

export interface UnsubscribeTokens {
  issue(userId: UserId, preference: string): string;
  /** Null: the token is malformed or its signature is wrong. */
  read(token: string): { userId: UserId; preference: string } | null;
}

/** @param secret the instance's secret, of any length */
export function createUnsubscribeTokens(secret: string): UnsubscribeTokens {
  const signer = createTextSigner(secret, 'unsubscribe from mails');
  return {
    issue: (id, preference) => signer.sign(`${id}.${preference}`),
    read(token) {
      const text = signer.open(token);
      if (text === null) return null;
      const [id, preference] = payload.parse(text.split('.'));
      return { userId: id, preference };
    },
  };
}
