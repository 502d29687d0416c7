/** The topic `notifications`: one's own bell, on every page that is open. */
import type { Bell, Notification, ServerMessage, UserId } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import { on, onGap, type Subscription } from '#platform/feature.ts';
import type { Realtime, TopicKind } from '#platform/realtime/index.ts';
import { forgotten, notified, notifiedMany, read } from './notifications.events.ts';
import * as repo from './notifications.repo.ts';

const TOPIC = 'notifications';
const keyOf = (userId: UserId) => `${TOPIC}:${userId}`;
const whole = (data: Bell): ServerMessage => ({ type: 'notifications', topic: TOPIC, data });
const one = (data: Notification): ServerMessage => ({ type: 'notification', topic: TOPIC, data });

/** People asked for at once when many have the same news. */
const CHUNK = 500;

export interface NotificationsSocketOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'publish' | 'amend' | 'listeners' | 'listenedKeys'>;
  bell(userId: UserId): Promise<Bell>;
}

export interface NotificationsSocket {
  readonly topic: TopicKind;
  readonly subscriptions: readonly Subscription[];
}

export function createNotificationsSocket({
  db,
  realtime,
  bell,
}: NotificationsSocketOptions): NotificationsSocket {
  const reading = new Map<UserId, Set<{ stale: boolean }>>();

  /** What was being read when something changed may lack it, and is read again. */
  function changed(userId: UserId): void {
    for (const reader of reading.get(userId) ?? []) reader.stale = true;
  }

  async function present(userId: UserId): Promise<ServerMessage> {
    const readers = reading.get(userId) ?? new Set();
    reading.set(userId, readers);
    const reader = { stale: true };
    readers.add(reader);
    try {
      for (;;) {
        reader.stale = false;
        const state = await bell(userId);
        if (!reader.stale) return whole(state);
      }
    } finally {
      readers.delete(reader);
      if (readers.size === 0) reading.delete(userId);
    }
  }

  function tell(userId: UserId, notification: Notification): void {
    changed(userId);
    realtime.amend(keyOf(userId), one(notification));
  }

  const online = (after: UserId | null, upTo: UserId): UserId[] =>
    realtime
      .listenedKeys(TOPIC)
      .map((key) => key.slice(TOPIC.length + 1) as UserId)
      .filter((userId) => (after === null || userId > after) && userId <= upTo);

  async function tellMany(dedupeKey: string, userIds: readonly UserId[]): Promise<void> {
    for (let from = 0; from < userIds.length; from += CHUNK) {
      const chunk = userIds.slice(from, from + CHUNK);
      const found = await db.read((reader) => repo.findSame(reader, dedupeKey, chunk));
      for (const { userId, notification } of found) tell(userId, notification);
    }
  }

  async function refresh(userId: UserId): Promise<void> {
    changed(userId);
    if (realtime.listeners(keyOf(userId)) === 0) return;
    realtime.publish(keyOf(userId), await present(userId));
  }

  async function refreshAll(): Promise<void> {
    for (const key of realtime.listenedKeys(TOPIC)) await refresh(key.slice(TOPIC.length + 1) as UserId);
  }

  const topic: TopicKind = {
    name: TOPIC,
    open: async (_argument, principal) => {
      if (principal === null) return 'forbidden';
      const { userId } = principal;
      return { key: keyOf(userId), snapshot: () => present(userId) };
    },
  };
  const subscriptions = [
    on(notified, async ({ userId, id }) => {
      if (realtime.listeners(keyOf(userId)) === 0) return;
      const notification = await db.read((reader) => repo.findOne(reader, id));
      if (notification) tell(userId, notification);
    }),
    on(notifiedMany, ({ dedupeKey, after, upTo }) => tellMany(dedupeKey, online(after, upTo))),
    on(read, ({ userId }) => refresh(userId)),
    on(forgotten, refreshAll),
    // Whatever was missed meanwhile is in the whole state.
    onGap(refreshAll),
  ];
  return { topic, subscriptions };
}
