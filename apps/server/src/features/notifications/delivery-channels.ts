/** Sends notifications by web push and mail. */
import type { UserId } from '@tributary/contracts/shared';
import type { Users } from '#features/identity/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { type JobRegistration, type Jobs, work } from '#platform/jobs/index.ts';
import type { Mailer } from '#platform/mail/index.ts';
import type { NotificationMails } from './mail/notification-mails.ts';
import type { NotificationContent } from './notification-content.ts';
import { mailNotification, mailSecurityNotice, pushNotification } from './notifications.jobs.ts';
import type { Push } from './push/push.service.ts';
import { findIdsOf } from './push/subscriptions.repo.ts';

/** Pushing mostly waits for the responses of push services. */
const PUSH_CONCURRENCY = 8;
const MAIL_CONCURRENCY = 2;

export interface DeliveryChannels {
  readonly jobs: readonly JobRegistration[];
  /** Pushes to every browser that these people have subscribed, once `tx` commits. */
  push(tx: Writer, userIds: readonly UserId[], content: NotificationContent): Promise<void>;
  /** Mails these people, once `tx` commits. */
  mail(tx: Writer, userIds: readonly UserId[], content: NotificationContent): Promise<void>;
  /** Mails a person whatever their preferences, without a link to unsubscribe, once `tx` commits. */
  mailAlways(tx: Writer, userId: UserId, content: NotificationContent): Promise<void>;
}

export interface DeliveryChannelsOptions {
  readonly jobs: Jobs;
  readonly push: Push;
  readonly users: Users;
  readonly mailer: Mailer;
  readonly mails: NotificationMails;
}

/** Each recipient has a job, so that one failed delivery is retried without the others. */
export function createDeliveryChannels(options: DeliveryChannelsOptions): DeliveryChannels {
  const { jobs, push, users, mailer, mails } = options;
  return {
    jobs: [
      work(pushNotification, ({ subscriptionId, content }) => push.deliver(subscriptionId, content), {
        concurrency: PUSH_CONCURRENCY,
      }),
      work(
        mailNotification,
        async ({ userId, content }) => {
          const person = await users.find(userId);
          if (person && !person.bannedAt) await mailer.send(mails.notification(person, content));
        },
        { concurrency: MAIL_CONCURRENCY },
      ),
      // Banned people get the mail as well: an attacker who bans admins must not keep the notice from them.
      work(mailSecurityNotice, async ({ userId, content }) => {
        const person = await users.find(userId);
        if (person) await mailer.send(mails.securityNotice(person, content));
      }),
    ],
    async push(tx, userIds, content) {
      if (userIds.length === 0) return;
      const ids = await findIdsOf(tx, userIds);
      await jobs.send(
        tx,
        pushNotification,
        ids.map((subscriptionId) => ({ subscriptionId, content })),
      );
    },
    mail: (tx, userIds, content) =>
      jobs.send(
        tx,
        mailNotification,
        userIds.map((userId) => ({ userId, content })),
      ),
    mailAlways: (tx, userId, content) => jobs.send(tx, mailSecurityNotice, { userId, content }),
  };
}
