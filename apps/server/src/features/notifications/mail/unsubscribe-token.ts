/** The signed token in a mail's unsubscribe link: the person and the type of notification. It never expires. */
import { NOTIFICATION_TYPES, type NotificationType } from '@tributary/contracts/preferences';
import { type UserId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { createTextSigner } from '#platform/signed-text.ts';

const payload = z.tuple([userId, z.enum(NOTIFICATION_TYPES)]);

export interface UnsubscribeTokens {
  issue(userId: UserId, type: NotificationType): string;
  /** Null: the token is malformed or its signature is wrong. */
  read(token: string): { userId: UserId; type: NotificationType } | null;
}

/** @param secret the instance's, of any length */
export function createUnsubscribeTokens(secret: string): UnsubscribeTokens {
  const signer = createTextSigner(secret, 'unsubscribe from mails');
  return {
    issue: (id, type) => signer.sign(`${id}.${type}`),
    read(token) {
      const text = signer.open(token);
      if (text === null) return null;
      const [id, type] = payload.parse(text.split('.'));
      return { userId: id, type };
    },
  };
}
