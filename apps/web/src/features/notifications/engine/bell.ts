/** The notification bell's state, and how messages from the server change it. */

import {
  type Bell,
  NOTIFICATIONS_LIMIT,
  type Notification,
  UNREAD_MAX,
} from '@tributary/contracts/notifications';
import { t } from '@/lib/messages/t.ts';

/** The bell's new state, and the notifications that are new in it. */
export interface BellChange {
  readonly bell: Bell;
  readonly fresh: readonly Notification[];
}

/**
 * Applies a complete state, which after a reconnect includes missed notifications.
 * @param known null for the first one
 */
export function applySnapshot(known: Bell | null, bell: Bell): BellChange {
  if (known === null) return { bell, fresh: [] };
  const ids = new Set(known.notifications.map(({ id }) => id));
  // Ids increase over time: older notifications that move up into the list aren't new.
  const newest = known.notifications[0]?.id ?? '';
  return { bell, fresh: bell.notifications.filter(({ id, read }) => !read && !ids.has(id) && id > newest) };
}

/** Applies one notification; null if it is known already, or if the complete state hasn't arrived yet. */
export function applyNotification(known: Bell | null, notification: Notification): BellChange | null {
  if (known === null || known.notifications.some(({ id }) => id === notification.id)) return null;
  const notifications = [notification, ...known.notifications]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, NOTIFICATIONS_LIMIT);
  const unread = Math.min(UNREAD_MAX, known.unread + (notification.read ? 0 : 1));
  return { bell: { notifications, unread }, fresh: [notification] };
}

/** The state after marking one notification as read. */
export function withRead(bell: Bell, id: string): Bell {
  const wasUnread = bell.notifications.some((one) => one.id === id && !one.read);
  return {
    notifications: bell.notifications.map((one) => (one.id === id ? { ...one, read: true } : one)),
    // At the maximum the real count is unknown, so the server's response decides.
    unread: wasUnread && bell.unread < UNREAD_MAX ? bell.unread - 1 : bell.unread,
  };
}

export const withAllRead = ({ notifications }: Bell): Bell => ({
  notifications: notifications.map((one) => ({ ...one, read: true })),
  unread: 0,
});

/** `9+` above nine (spec section 9); null for no badge. */
export function badge(unread: number): string | null {
  if (unread === 0) return null;
  return unread < UNREAD_MAX ? String(unread) : '9+';
}

/** The bell's accessible name. */
export function spoken(unread: number): string {
  if (unread === 0) return t('notifications.title');
  return unread < UNREAD_MAX
    ? t('notifications.bell.unread', { count: String(unread) })
    : t('notifications.bell.many');
}
