/** What the bell shows, and how it changes with what the server tells. */
import { type Bell, NOTIFICATIONS_LIMIT, type Notification, UNREAD_MAX } from '@tributary/contracts';

/** What the bell shows now, and what of it has come since it was last looked at. */
export interface Heard {
  readonly bell: Bell;
  readonly fresh: readonly Notification[];
}

/** The whole state has come, after a reconnect with all that was missed. @param known null: the first one */
export function hearWhole(known: Bell | null, bell: Bell): Heard {
  if (known === null) return { bell, fresh: [] };
  const ids = new Set(known.notifications.map(({ id }) => id));
  // Ids rise with time: older ones that move up into the list are no news.
  const newest = known.notifications[0]?.id ?? '';
  return { bell, fresh: bell.notifications.filter(({ id, read }) => !read && !ids.has(id) && id > newest) };
}

/** One has come; null where it is known, or where the whole state is still to come with it. */
export function hearOne(known: Bell | null, notification: Notification): Heard | null {
  if (known === null || known.notifications.some(({ id }) => id === notification.id)) return null;
  const notifications = [notification, ...known.notifications]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, NOTIFICATIONS_LIMIT);
  const unread = Math.min(UNREAD_MAX, known.unread + (notification.read ? 0 : 1));
  return { bell: { notifications, unread }, fresh: [notification] };
}

/** As it will be once the server has heard that one was read. */
export function withRead(bell: Bell, id: string): Bell {
  const wasUnread = bell.notifications.some((one) => one.id === id && !one.read);
  return {
    notifications: bell.notifications.map((one) => (one.id === id ? { ...one, read: true } : one)),
    // Behind "that many and more" one less may be as many; the server's answer says.
    unread: wasUnread && bell.unread < UNREAD_MAX ? bell.unread - 1 : bell.unread,
  };
}

export const withAllRead = ({ notifications }: Bell): Bell => ({
  notifications: notifications.map((one) => ({ ...one, read: true })),
  unread: 0,
});

/** `9+` above nine (spec section 9); null: no badge. */
export function badge(unread: number): string | null {
  if (unread === 0) return null;
  return unread < UNREAD_MAX ? String(unread) : '9+';
}

/** The bell's name for who cannot see the badge. */
export function spoken(unread: number): string {
  if (unread === 0) return 'Notifications';
  return `Notifications, ${unread < UNREAD_MAX ? unread : 'more than 9'} unread`;
}
