/** Notifications in the bell, by web push and by mail. */
import type { Language } from '@tributary/messages/languages';
import type { Users } from '#features/identity/index.ts';
import type { PreferencesFeature } from '#features/preferences/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/index.ts';
import { written } from '#platform/messages/index.ts';
import type { NotificationTypes } from '#platform/notifications/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { newFollower, wentLive } from './announcements/announcements.notifications.ts';
import { createAnnouncements } from './announcements/announcements.service.ts';
import { createNewFollowers } from './announcements/new-followers.service.ts';
import { createDeliveryChannels } from './delivery-channels.ts';
import { createNotificationMails } from './mail/notification-mails.ts';
import { createUnsubscribeTokens } from './mail/unsubscribe-token.ts';
import { notificationsErrors } from './notifications.errors.ts';
import { findAllOf } from './notifications.repo.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { createNotificationsService, type Notifications } from './notifications.service.ts';
import { createNotificationsTopic } from './notifications.topics.ts';
import { purgeExpiredNotifications } from './purge-expired.ts';
import { createPush } from './push/push.service.ts';
import { findAllOf as findSubscriptionsOf } from './push/subscriptions.repo.ts';

export { newFollower, wentLive } from './announcements/announcements.notifications.ts';
export { createNotificationMails } from './mail/notification-mails.ts';
export { createUnsubscribeTokens } from './mail/unsubscribe-token.ts';
export type { NotificationContent } from './notification-content.ts';
export { createNotificationsService } from './notifications.service.ts';
export { notifyMany } from './notify-many.ts';

/** @throws AppError `unsubscribe_link_invalid` */
export type Unsubscribe = (token: string, language: Language) => Promise<{ label: string }>;

export interface NotificationsOptions {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly realtime: Realtime;
  readonly users: Users;
  readonly mailer: Mailer;
  readonly preferences: Pick<PreferencesFeature, 'turnOffMail'>;
  readonly notificationTypes: NotificationTypes;
  readonly instanceName: () => string;
  readonly publicUrl: string;
  /** `Name <address>`. Push services get the address to contact the operator. */
  readonly mailFrom: string;
  /** The instance's secret. The keys for signing and encryption are derived from it. */
  readonly secret: string;
  /** Decides which IP addresses push services may have; by default only public ones. */
  readonly pushAllows?: (ip: string) => boolean;
}

export interface NotificationsFeature extends Feature, Pick<Notifications, 'notify'> {}

export function createNotifications(options: NotificationsOptions): NotificationsFeature {
  const { db, log, jobs, realtime, users, mailer, secret, mailFrom, pushAllows } = options;
  const { notificationTypes: types } = options;
  const tokens = createUnsubscribeTokens(secret);
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
  const push = createPush({
    db,
    log,
    secret,
    types,
    contact: `mailto:${address}`,
    ...(pushAllows && { allows: pushAllows }),
  });
  const mails = createNotificationMails({ ...options, tokens, types });
  const delivery = createDeliveryChannels({ jobs, push, users, mailer, mails });
  const notifications = createNotificationsService({ db, delivery, types });
  const announcements = createAnnouncements({ db, jobs, delivery });
  const newFollowers = createNewFollowers({ db, jobs, users, notifications });
  const { topic, subscriptions } = createNotificationsTopic({
    db,
    realtime,
    bell: (userId) => notifications.bell(userId),
    withIcon: (stored) => notifications.withIcon(stored),
  });

  const unsubscribe: Unsubscribe = async (token, language) => {
    const wanted = tokens.read(token);
    const preference = wanted && types.findPreference(wanted.preference);
    if (!preference) throw notificationsErrors.unsubscribe_link_invalid();
    await options.preferences.turnOffMail(wanted.userId, preference.key);
    return { label: written(preference.label, language) };
  };

  return {
    name: 'notifications',
    notify: (tx, notification) => notifications.notify(tx, notification),
    topics: [topic],
    notifications: [wentLive, newFollower],
    jobs: [...delivery.jobs, announcements.job, newFollowers.job, purgeExpiredNotifications(db)],
    subscriptions: [announcements.subscription, newFollowers.subscription, ...subscriptions],
    routes: (app) => notificationsRoutes(app, { notifications, push, unsubscribe }),
    exportUserData: (userId) =>
      db.read(async (reader) => ({
        notifications: await findAllOf(reader, userId),
        pushSubscriptions: await findSubscriptionsOf(reader, userId),
      })),
  };
}
