import { defineNotification, type NotificationText } from '#platform/notifications/index.ts';

/** A task about money that waits for an admin. A job sends it with its text to all admins. */
export const adminMoneyTask = defineNotification({
  type: 'money_admin',
  preference: {
    key: 'money_admin',
    label: 'Payouts and refunds that need an admin',
    audience: 'admin',
    icon: 'money',
  },
  text: (text: NotificationText) => text,
});
