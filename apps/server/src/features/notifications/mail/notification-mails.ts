/** What notifications look like by mail. */
import type { NotificationType, UserId } from '@tributary/contracts';
import { unsubscribeFromMail } from '@tributary/contracts';
import type { Mail } from '#platform/mail/index.ts';
import type { News } from '../news.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

const REASONS: Readonly<Record<NotificationType, string>> = {
  follower: 'you have asked to hear by mail of new followers',
  stream_live: 'you follow this channel and have asked to hear by mail when it is live',
  donation: 'you have asked to hear by mail of donations',
  comment: 'you have asked to hear by mail of comments',
  other: 'you have asked to hear by mail what concerns your account',
};

export interface NotificationMails {
  news(to: { readonly id: UserId; readonly email: string }, news: News): Mail;
}

export interface NotificationMailsOptions {
  readonly instanceName: string;
  readonly publicUrl: string;
  readonly tokens: UnsubscribeTokens;
}

export function createNotificationMails(options: NotificationMailsOptions): NotificationMails {
  const { instanceName, publicUrl, tokens } = options;
  return {
    news({ id, email }, { type, title, message, href }) {
      const token = encodeURIComponent(tokens.issue(id, type));
      const parts = [
        message === '' ? title : `${title}: ${message}`,
        ...(href === null ? [] : [`${publicUrl}${href}`]),
        `You get this mail from ${instanceName} because ${REASONS[type]}. To have no more of them, open\n\n${publicUrl}/unsubscribe?token=${token}`,
      ];
      return {
        to: email,
        subject: oneLine(title),
        text: `${parts.join('\n\n')}\n`,
        unsubscribeUrl: `${publicUrl}${unsubscribeFromMail.path}?token=${token}`,
      };
    },
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
