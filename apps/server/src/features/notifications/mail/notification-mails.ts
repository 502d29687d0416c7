import { unsubscribeFromMail } from '@tributary/contracts/notifications';
import type { UserId } from '@tributary/contracts/shared';
import type { Mail } from '#platform/mail/index.ts';
import { type NotificationTypes, otherUpdates } from '#platform/notifications/index.ts';
import type { NotificationContent } from '../notification-content.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

export interface NotificationMails {
  notification(to: { readonly id: UserId; readonly email: string }, content: NotificationContent): Mail;
  securityNotice(to: string, content: NotificationContent): Mail;
}

export interface NotificationMailsOptions {
  readonly instanceName: string;
  readonly publicUrl: string;
  readonly tokens: UnsubscribeTokens;
  readonly types: Pick<NotificationTypes, 'find'>;
}

export function createNotificationMails(options: NotificationMailsOptions): NotificationMails {
  const { instanceName, publicUrl, tokens, types } = options;
  return {
    notification({ id, email }, { type, title, message, href }) {
      const { key, label } = types.find(type)?.preference ?? otherUpdates;
      const token = encodeURIComponent(tokens.issue(id, key));
      const parts = [
        message === '' ? title : `${title}: ${message}`,
        ...(href === null ? [] : [`${publicUrl}${href}`]),
        `You receive this email from ${instanceName} because you turned on emails for “${label}”. To unsubscribe, open\n\n${publicUrl}/unsubscribe?token=${token}`,
      ];
      return {
        to: email,
        purpose: 'notification',
        subject: oneLine(title),
        text: `${parts.join('\n\n')}\n`,
        unsubscribeUrl: `${publicUrl}${unsubscribeFromMail.path}?token=${token}`,
      };
    },
    securityNotice: (to, { title, message, href }) => ({
      to,
      purpose: 'security',
      subject: `${instanceName}: ${oneLine(title)}`,
      text: `${[title, message, ...(href === null ? [] : [`${publicUrl}${href}`])].join('\n\n')}\n`,
    }),
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
