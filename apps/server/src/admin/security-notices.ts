/** Security notices from the command line: listed in the bell at once, and mailed by the command itself after its commit. */
import type { UserId } from '@tributary/contracts/shared';
import type { Config } from '#config/config.ts';
import type { Users } from '#features/identity/index.ts';
import { newAdmin } from '#features/moderation/index.ts';
import {
  createNotificationMails,
  createNotificationsService,
  createUnsubscribeTokens,
  type NotificationContent,
  type NotificationsFeature,
} from '#features/notifications/index.ts';
import type { Database } from '#platform/db/index.ts';
import type { Log } from '#platform/log/log.ts';
import { createInstanceMail, mailLogo } from '#platform/mail/index.ts';
import { createNotificationTypes } from '#platform/notifications/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';

interface SecurityNoticesOptions {
  readonly config: Config;
  readonly secret: string;
  readonly db: Database;
  readonly users: Users;
  readonly log: Log;
}

export interface SecurityNotices extends Pick<NotificationsFeature, 'notify'> {
  /** @returns a line for each mail that could not be sent */
  sendMails(): Promise<string[]>;
}

export function createSecurityNotices({
  config,
  secret,
  db,
  users,
  log,
}: SecurityNoticesOptions): SecurityNotices {
  /** By recipient, since a transaction may run twice. */
  const waiting = new Map<UserId, NotificationContent>();
  const types = createNotificationTypes([newAdmin]);
  const { notify } = createNotificationsService({
    db,
    types,
    delivery: {
      jobs: [],
      push: async () => {},
      mail: async () => {},
      mailAlways: async (_tx, userId, content) => void waiting.set(userId, content),
    },
  });
  return {
    notify,
    async sendMails() {
      if (waiting.size === 0) return [];
      const { name, logoUrl } = await db.read(readSettings);
      const shown = { name: name || config.instanceName, logoUrl };
      const mails = createNotificationMails({
        ...config,
        instanceName: () => shown.name,
        types,
        tokens: createUnsubscribeTokens(secret),
      });
      const { mailer, close } = createInstanceMail(config, createMemoryState(), log, () =>
        mailLogo(shown, config.publicUrl),
      );
      const sent = Array.from(waiting, async ([userId, content]) => {
        const person = await users.find(userId);
        if (person === null) return [];
        return mailer.send(mails.securityNotice(person, content)).then(
          () => [],
          (error: Error) => [`Could not mail "${content.title}" to ${person.email}: ${error.message}`],
        );
      });
      const failures = (await Promise.all(sent)).flat();
      close();
      return failures;
    },
  };
}
