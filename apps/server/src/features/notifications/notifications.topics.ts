/** The topic `notifications`: the bell of each person. */
import { type Bell, type Notification, notificationsTopic } from '@tributary/contracts/notifications';
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { on, onGap, type Subscription } from '#platform/feature.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { notified, notifiedMany, purged, read } from './notifications.events.ts';
import * as repo from './notifications.repo.ts';

/** The number of people whose notifications are read at once when many receive the same. */
const CHUNK = 500;

export interface NotificationsTopicOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  bell(userId: UserId): Promise<Bell>;
  withIcon(stored: repo.StoredNotification): Notification;
}

export interface NotificationsTopic {
  readonly topic: TopicDefinition;
  readonly subscriptions: readonly Subscription[];
}

export function createNotificationsTopic({
  db,
  realtime,
  bell,
  withIcon,
}: NotificationsTopicOptions): NotificationsTopic {
  const bellOf = (userId: UserId) => realtime.topic(notificationsTopic, userId);

  /** Sends to local listeners only, since every process receives the event. */
  function append(userId: UserId, stored: repo.StoredNotification): void {
    bellOf(userId).local.append(stored.id, withIcon(stored));
  }

  async function appendMany(dedupeKey: string, userIds: readonly UserId[]): Promise<void> {
    for (let from = 0; from < userIds.length; from += CHUNK) {
      const chunk = userIds.slice(from, from + CHUNK);
      const found = await db.read((reader) => repo.findByDedupeKey(reader, dedupeKey, chunk));
      for (const { userId, notification } of found) append(userId, notification);
    }
  }

  async function refreshAll(): Promise<void> {
    for (const userId of realtime.keys(notificationsTopic)) await bellOf(userId).refresh();
  }

  return {
    topic: defineTopic(notificationsTopic, { snapshot: bell }),
    subscriptions: [
      on(notified, async ({ userId, id }) => {
        if (bellOf(userId).listeners() === 0) return;
        const notification = await db.read((reader) => repo.findOne(reader, id));
        if (notification) append(userId, notification);
      }),
      on(notifiedMany, ({ dedupeKey, after, upTo }) => {
        const listening = realtime.keys(notificationsTopic);
        return appendMany(
          dedupeKey,
          listening.filter((userId) => (after === null || userId > after) && userId <= upTo),
        );
      }),
      on(read, async ({ userId }) => void (await bellOf(userId).refresh())),
      on(purged, refreshAll),
      onGap(refreshAll),
    ],
  };
}
