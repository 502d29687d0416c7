import type { Bell, Notification } from '@tributary/contracts/notifications';
import { NOTIFICATIONS_LIMIT } from '@tributary/contracts/notifications';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { notificationWaysOf } from '#features/preferences/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { DeliveryChannels } from './delivery-channels.ts';
import { type NotificationContent, truncateContent } from './notification-content.ts';
import { notificationsErrors } from './notifications.errors.ts';
import { notified, read } from './notifications.events.ts';
import * as repo from './notifications.repo.ts';

export interface Notify extends NotificationContent {
  readonly userId: UserId;
  /** Whose action caused it. Deleting their account deletes the notification. */
  readonly actorId?: UserId;
  /** A person is notified once per key, such as `donation:{id}`. */
  readonly dedupeKey?: string;
}

export interface Notifications {
  /** Notifies a person in the ways that they want for this type, once `tx` commits. */
  notify(tx: Writer, notification: Notify): Promise<void>;
  /**
   * Tells a person in the bell and by mail, whatever they prefer, once `tx` commits: what concerns the security of
   * the instance.
   */
  notifyAlways(tx: Writer, notification: Omit<Notify, 'type' | 'actorId'>): Promise<void>;
  bell(userId: UserId): Promise<Bell>;
  /** @throws AppError `cursor_invalid` */
  page(userId: UserId, cursor?: string): Promise<{ items: Notification[]; next: string | null }>;
  /** Idempotent. @throws AppError `notification_not_found` */
  read(userId: UserId, id: string): Promise<void>;
  readAll(userId: UserId): Promise<void>;
}

const keySchema = z.tuple([z.uuid()]);

export function createNotificationsService(db: Database, delivery: DeliveryChannels): Notifications {
  return {
    async notify(tx, { userId, actorId = null, dedupeKey = null, ...rest }) {
      const ways = (await notificationWaysOf(tx, [userId], rest.type)).get(userId);
      if (!ways || !(ways.inApp || ways.webPush || ways.mail)) return;
      const id = uuidv7();
      const content = truncateContent(rest);
      const to = { id, userId, actorId, dedupeKey, listed: ways.inApp };
      if (!(await repo.insertOne(tx, content, to))) return;
      if (ways.inApp) await publish(tx, notified, { userId, id });
      if (ways.webPush) await delivery.push(tx, [userId], content);
      if (ways.mail) await delivery.mail(tx, [userId], content);
    },
    async notifyAlways(tx, { userId, dedupeKey = null, ...rest }) {
      const id = uuidv7();
      const content = truncateContent({ ...rest, type: 'other' });
      if (!(await repo.insertOne(tx, content, { id, userId, actorId: null, dedupeKey, listed: true })))
        return;
      await publish(tx, notified, { userId, id });
      await delivery.mailAlways(tx, userId, content);
    },
    async bell(userId) {
      const [notifications, unread] = await Promise.all([
        db.read((reader) => repo.findNewest(reader, userId)),
        db.read((reader) => repo.countUnread(reader, userId)),
      ]);
      return { notifications, unread };
    },
    async page(userId, cursor) {
      const before = cursor === undefined ? undefined : decodeCursor(keySchema, cursor)[0];
      const rows = await db.read((reader) =>
        repo.findNewest(reader, userId, before, NOTIFICATIONS_LIMIT + 1),
      );
      return pageOfRows(rows, NOTIFICATIONS_LIMIT, ({ id }) => [id]);
    },
    read: (userId, id) =>
      db.transact(async (tx) => {
        if (!(await repo.markRead(tx, userId, id))) throw notificationsErrors.notification_not_found();
        await publish(tx, read, { userId });
      }),
    readAll: (userId) =>
      db.transact(async (tx) => {
        await repo.markAllRead(tx, userId);
        await publish(tx, read, { userId });
      }),
  };
}
