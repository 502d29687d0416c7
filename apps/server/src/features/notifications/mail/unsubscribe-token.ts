/** The signed token in a mail's unsubscribe link: the person and the type of notification. It never expires. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { NOTIFICATION_TYPES, type NotificationType, type UserId, userId } from '@tributary/contracts';
import { z } from 'zod';

const payload = z.tuple([userId, z.enum(NOTIFICATION_TYPES)]);

export interface UnsubscribeTokens {
  issue(userId: UserId, type: NotificationType): string;
  /** Null: the token is malformed or its signature is wrong. */
  read(token: string): { userId: UserId; type: NotificationType } | null;
}

/** @param secret the instance's, of any length */
export function createUnsubscribeTokens(secret: string): UnsubscribeTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'unsubscribe from mails', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    issue(id, type) {
      const text = `${id}.${type}`;
      return `${text}.${sign(text).toString('base64url')}`;
    },
    read(token) {
      const end = token.lastIndexOf('.');
      const text = token.slice(0, Math.max(0, end));
      const given = Buffer.from(token.slice(end + 1), 'base64url');
      const expected = sign(text);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [id, type] = payload.parse(text.split('.'));
      return { userId: id, type };
    },
  };
}
