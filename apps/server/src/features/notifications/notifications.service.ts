import type { Bell, Notification } from '@tributary/contracts/notifications';
import { NOTIFICATIONS_LIMIT } from '@tributary/contracts/notifications';
import type { NotificationDelivery } from '@tributary/contracts/preferences';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { languageOf } from '#features/identity/index.ts';
import { notificationWaysOf } from '#features/preferences/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { type NotificationTypes, type Notify, otherUpdates } from '#platform/notifications/index.ts';
import type { DeliveryChannels } from './delivery-channels.ts';
import { contentIn } from './notification-content.ts';
import { notificationsErrors } from './notifications.errors.ts';
import { notified, read } from './notifications.events.ts';
import * as repo from './notifications.repo.ts';

export interface Notifications {
  /**
   * Notifies a person in their language once `tx` commits, as their preference says, or in the bell and by mail if there is no preference
   * for it.
   * @throws Error if no feature declares its type
   */
  notify(tx: Writer, notification: Notify): Promise<void>;
  bell(userId: UserId): Promise<Bell>;
  /** @throws AppError `cursor_invalid` */
  page(userId: UserId, cursor?: string): Promise<{ items: Notification[]; next: string | null }>;
  /** Idempotent. @throws AppError `notification_not_found` */
  read(userId: UserId, id: string): Promise<void>;
  readAll(userId: UserId): Promise<void>;
  /** Adds the icon of the declared preference, or that of other updates. */
  withIcon(stored: repo.StoredNotification): Notification;
}

const keySchema = z.tuple([z.uuid()]);

/**
 * How notifications without a preference are sent: the bell cannot be turned off, and the mail has no link to
 * unsubscribe.
 */
const WITHOUT_PREFERENCE: NotificationDelivery = { inApp: true, webPush: false, mail: true };

export interface NotificationsServiceOptions {
  readonly db: Database;
  readonly delivery: DeliveryChannels;
  readonly types: Pick<NotificationTypes, 'find' | 'require'>;
}

export function createNotificationsService(options: NotificationsServiceOptions): Notifications {
  const { db, delivery, types } = options;
  const withIcon: Notifications['withIcon'] = (stored) => ({
    ...stored,
    icon: (types.find(stored.type)?.preference ?? otherUpdates).icon,
  });
  return {
    async notify(tx, { userId, actorId = null, dedupeKey = null, ...text }) {
      const { preference } = types.require(text.type);
      const ways = preference
        ? (await notificationWaysOf(tx, [userId], preference.key)).get(userId)
        : WITHOUT_PREFERENCE;
      if (!ways || !(ways.inApp || ways.webPush || ways.mail)) return;
      const id = uuidv7();
      const content = contentIn(await languageOf(tx, userId), text);
      const to = { id, userId, actorId, dedupeKey, listed: ways.inApp };
      if (!(await repo.insertOne(tx, content, to))) return;
      if (ways.inApp) await publish(tx, notified, { userId, id });
      if (ways.webPush) await delivery.push(tx, [userId], content);
      if (!preference) await delivery.mailAlways(tx, userId, content);
      else if (ways.mail) await delivery.mail(tx, [userId], content);
    },
    async bell(userId) {
      const [notifications, unread] = await Promise.all([
        db.read((reader) => repo.findNewest(reader, userId)),
        db.read((reader) => repo.countUnread(reader, userId)),
      ]);
      return { notifications: notifications.map(withIcon), unread };
    },
    async page(userId, cursor) {
      const before = cursor === undefined ? undefined : decodeCursor(keySchema, cursor)[0];
      const rows = await db.read((reader) =>
        repo.findNewest(reader, userId, before, NOTIFICATIONS_LIMIT + 1),
      );
      return pageOfRows(rows.map(withIcon), NOTIFICATIONS_LIMIT, ({ id }) => [id]);
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
    withIcon,
  };
}
