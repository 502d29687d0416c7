import type { Bell, Notification } from '@tributary/contracts/notifications';
import { describe, expect, it } from 'vitest';
import { applyNotification, applySnapshot, badge, spoken, withAllRead, withRead } from './bell.ts';

const one = (n: number, read = false): Notification => ({
  id: `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  type: 'other',
  icon: 'info',
  title: `News ${n}`,
  message: '',
  read,
  createdAt: '2026-05-01T12:00:00Z',
  href: null,
  actor: null,
});
const bell = (from: number, to: number, unread = 0): Bell => ({
  notifications: Array.from({ length: from - to + 1 }, (_, index) => one(from - index)),
  unread,
});

describe('the bell', () => {
  it('treats nothing in the first snapshot as new', () => {
    expect(applySnapshot(null, bell(3, 1, 3)).fresh).toEqual([]);
  });

  it('finds missed notifications in a snapshot after a reconnect, and nothing older', () => {
    const { fresh } = applySnapshot(bell(20, 5), { ...bell(22, 3), unread: 10 });
    expect(fresh.map(({ title }) => title)).toEqual(['News 22', 'News 21']);
  });

  it('adds a notification on top, keeps 20, and counts up to the badge’s maximum', () => {
    const heard = applyNotification(bell(20, 1, 9), one(21));
    expect(heard?.bell.notifications).toHaveLength(20);
    expect(heard?.bell.notifications[0]?.title).toBe('News 21');
    expect(heard?.bell.unread).toBe(10);
    expect(applyNotification(bell(20, 1, 10), one(21))?.bell.unread).toBe(10);
  });

  it('keeps the order when an older notification arrives later', () => {
    const heard = applyNotification({ notifications: [one(5), one(1)], unread: 0 }, one(3));
    expect(heard?.bell.notifications.map(({ title }) => title)).toEqual(['News 5', 'News 3', 'News 1']);
  });

  it('ignores duplicates, and notifications before the first snapshot', () => {
    expect(applyNotification(bell(3, 1), one(3))).toBeNull();
    expect(applyNotification(null, one(3))).toBeNull();
  });

  it('marks notifications as read immediately', () => {
    const before = bell(2, 1, 2);
    expect(withRead(before, one(2).id)).toEqual({ notifications: [one(2, true), one(1)], unread: 1 });
    expect(withRead(withRead(before, one(2).id), one(2).id).unread).toBe(1);
    expect(withAllRead(before)).toEqual({ notifications: [one(2, true), one(1, true)], unread: 0 });
  });
});

it.each([
  [0, null, 'Notifications'],
  [1, '1', 'Notifications, 1 unread'],
  [9, '9', 'Notifications, 9 unread'],
  [10, '9+', 'Notifications, more than 9 unread'],
])('shows %i unread as %s, with the accessible name %s', (unread, shown, name) => {
  expect([badge(unread), spoken(unread)]).toEqual([shown, name]);
});
