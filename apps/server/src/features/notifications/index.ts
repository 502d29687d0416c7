/** Notifications: what people are told, in the bell, on their devices and by mail. */
import type { NotificationType, StreamId, UserId } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { Users } from '#features/identity/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import type { Events } from '#platform/events/index.ts';
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
import { createNotifications, type Notifications } from './notifications.service.ts';
import { createNotificationsSocket } from './notifications.socket.ts';
import { createPush } from './push/push.service.ts';
import { findAllOf as findSubscriptionsOf } from './push/subscriptions.repo.ts';
import { keepForAWhile } from './retention.ts';

export type { Notify } from './notifications.service.ts';

/** @throws AppError `unsubscribe_link_unfit` */
export type Unsubscribe = (token: string) => Promise<{ type: NotificationType }>;

export interface NotificationsOptions {
  readonly db: Database;
  readonly log: Log;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly realtime: Realtime;
  readonly users: Users;
  readonly mailer: Mailer;
  /** Turns off mail notifications of one type, which is a preference. */
  turnOffMail(userId: UserId, type: NotificationType): Promise<void>;
  readonly instanceName: string;
  readonly publicUrl: string;
  /** `Name <address>`: whom push services may write to. */
  readonly mailFrom: string;
  /** Of the instance; what is signed and sealed here is so under keys derived from it. */
  readonly secret: string;
  /** Which IP addresses push services may have; the public ones where nothing else is said. */
  readonly pushAllows?: (ip: string) => boolean;
}

export interface NotificationsFeature extends Pick<Notifications, 'notify'> {
  /** A stream begins in `tx`: its streamer's followers are told after it. */
  streamBegan(tx: Writer, streamerId: UserId, streamId: StreamId): Promise<void>;
  /** Somebody follows a channel in `tx`: its streamer is told after it. */
  followed(tx: Writer, followerId: UserId, streamerId: UserId): Promise<void>;
  routes(app: FastifyInstance): void;
  /** What is stored here about somebody. All of it goes with their account by itself. */
  exportOf(userId: UserId): Promise<Record<string, unknown>>;
}

export function createNotificationsFeature(options: NotificationsOptions): NotificationsFeature {
  const { db, log, events, jobs, realtime, users, mailer, secret, mailFrom, pushAllows } = options;
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
  const notifications = createNotifications(db, couriers);
  const announcements = createAnnouncements({ db, jobs, couriers });
  const newFollowers = createNewFollowers({ db, jobs, users, notifications });
  keepForAWhile({ db, jobs });
  createNotificationsSocket({ db, events, realtime, bell: (userId) => notifications.bell(userId) });

  const unsubscribe: Unsubscribe = async (token) => {
    const wanted = tokens.read(token);
    if (!wanted) throw notificationsErrors.unsubscribe_link_unfit();
    await options.turnOffMail(wanted.userId, wanted.type);
    return { type: wanted.type };
  };

  return {
    notify: (tx, notification) => notifications.notify(tx, notification),
    streamBegan: (tx, streamerId, streamId) => announcements.began(tx, streamerId, streamId),
    followed: (tx, followerId, streamerId) => newFollowers.followed(tx, followerId, streamerId),
    routes: (app) => notificationsRoutes(app, { notifications, push, unsubscribe }),
    exportOf: (userId) =>
      db.read(async (reader) => ({
        notifications: await findAllOf(reader, userId),
        pushSubscriptions: await findSubscriptionsOf(reader, userId),
      })),
  };
}
