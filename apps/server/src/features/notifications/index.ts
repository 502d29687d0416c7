/** Notifications: what people are told, in the bell, on their devices and by mail. */
import type { NotificationType } from '@tributary/contracts';
import { following } from '#features/follows/index.ts';
import type { Users } from '#features/identity/index.ts';
import { streamStarting } from '#features/live/index.ts';
import type { PreferencesFeature } from '#features/preferences/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type Feature, onHook } from '#platform/feature.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { createAnnouncements } from './announcements.ts';
import { createCouriers } from './couriers.ts';
import { createNotificationMails } from './mail/notification-mails.ts';
import { createUnsubscribeTokens } from './mail/unsubscribe-token.ts';
import { createNewFollowers } from './new-followers.ts';
import { notificationsErrors } from './notifications.errors.ts';
import { findAllOf } from './notifications.repo.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { createNotificationsService, type Notifications } from './notifications.service.ts';
import { createNotificationsTopic } from './notifications.topics.ts';
import { createPush } from './push/push.service.ts';
import { findAllOf as findSubscriptionsOf } from './push/subscriptions.repo.ts';
import { purgeExpired } from './retention.ts';

export type { Notify } from './notifications.service.ts';

/** @throws AppError `unsubscribe_link_unfit` */
export type Unsubscribe = (token: string) => Promise<{ type: NotificationType }>;

export interface NotificationsOptions {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly realtime: Realtime;
  readonly users: Users;
  readonly mailer: Mailer;
  readonly preferences: Pick<PreferencesFeature, 'turnOffMail'>;
  readonly instanceName: string;
  readonly publicUrl: string;
  /** `Name <address>`: whom push services may write to. */
  readonly mailFrom: string;
  /** Of the instance; what is signed and sealed here is so under keys derived from it. */
  readonly secret: string;
  /** Which IP addresses push services may have; the public ones where nothing else is said. */
  readonly pushAllows?: (ip: string) => boolean;
}

export interface NotificationsFeature extends Feature, Pick<Notifications, 'notify'> {}

export function createNotifications(options: NotificationsOptions): NotificationsFeature {
  const { db, log, jobs, realtime, users, mailer, secret, mailFrom, pushAllows } = options;
  const tokens = createUnsubscribeTokens(secret);
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
  const push = createPush({
    db,
    log,
    secret,
    contact: `mailto:${address}`,
    ...(pushAllows && { allows: pushAllows }),
  });
  const mails = createNotificationMails({ ...options, tokens });
  const couriers = createCouriers({ jobs, push, users, mailer, mails });
  const notifications = createNotificationsService(db, couriers);
  const announcements = createAnnouncements({ db, jobs, couriers });
  const newFollowers = createNewFollowers({ db, jobs, users, notifications });
  const { topic, subscriptions } = createNotificationsTopic({
    db,
    realtime,
    bell: (userId) => notifications.bell(userId),
  });

  const unsubscribe: Unsubscribe = async (token) => {
    const wanted = tokens.read(token);
    if (!wanted) throw notificationsErrors.unsubscribe_link_unfit();
    await options.preferences.turnOffMail(wanted.userId, wanted.type);
    return { type: wanted.type };
  };

  return {
    name: 'notifications',
    notify: (tx, notification) => notifications.notify(tx, notification),
    topics: [topic],
    jobs: [...couriers.jobs, announcements.job, newFollowers.job, purgeExpired(db)],
    subscriptions: [
      onHook(streamStarting, (tx, { streamerId, streamId }) => announcements.began(tx, streamerId, streamId)),
      onHook(following, (tx, { followerId, streamerId }) =>
        newFollowers.followed(tx, followerId, streamerId),
      ),
      ...subscriptions,
    ],
    routes: (app) => notificationsRoutes(app, { notifications, push, unsubscribe }),
    exportUserData: (userId) =>
      db.read(async (reader) => ({
        notifications: await findAllOf(reader, userId),
        pushSubscriptions: await findSubscriptionsOf(reader, userId),
      })),
  };
}
