import { unsubscribeFromMail } from '@tributary/contracts/notifications';
import type { Profile } from '#features/identity/index.ts';
import type { Mail } from '#platform/mail/index.ts';
import { textIn, written } from '#platform/messages/index.ts';
import { type NotificationTypes, otherUpdates } from '#platform/notifications/index.ts';
import type { NotificationContent } from '../notification-content.ts';
import { markedLink } from '../stream-links.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

type Recipient = Pick<Profile, 'id' | 'email' | 'language'>;

export interface NotificationMails {
  notification(to: Recipient, content: NotificationContent): Mail;
  securityNotice(to: Recipient, content: NotificationContent): Mail;
}

export interface NotificationMailsOptions {
  readonly instanceName: () => string;
  readonly publicUrl: string;
  readonly tokens: UnsubscribeTokens;
  readonly types: Pick<NotificationTypes, 'find'>;
}

export function createNotificationMails(options: NotificationMailsOptions): NotificationMails {
  const { instanceName, publicUrl, tokens, types } = options;
  return {
    notification({ id, email, language }, { type, title, message, href }) {
      const { key, label } = types.find(type)?.preference ?? otherUpdates;
      const token = encodeURIComponent(tokens.issue(id, key));
      const parts = [
        message === '' ? title : textIn(language, 'mail.notification.content', { title, message }),
        ...(href === null ? [] : [`${publicUrl}${markedLink(href)}`]),
        textIn(language, 'mail.notification.unsubscribe', {
          instance: instanceName(),
          preference: written(label, language),
          url: `${publicUrl}/unsubscribe?token=${token}`,
        }),
      ];
      return {
        to: email,
        language,
        purpose: 'notification',
        subject: oneLine(title),
        text: `${parts.join('\n\n')}\n`,
        unsubscribeUrl: `${publicUrl}${unsubscribeFromMail.path}?token=${token}`,
      };
    },
    securityNotice: ({ email, language }, { title, message, href }) => ({
      to: email,
      language,
      purpose: 'security',
      subject: `${instanceName()}: ${oneLine(title)}`,
      text: `${[title, message, ...(href === null ? [] : [`${publicUrl}${href}`])].join('\n\n')}\n`,
    }),
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
