import { defineNotification, type NotificationText } from '#platform/notifications/index.ts';

/** Money that waits for an admin. To all of them, by a job that carries the text. */
export const moneyWaits = defineNotification({
  type: 'money_admin',
  preference: {
    key: 'money_admin',
    label: 'Payouts and refunds that need an admin',
    audience: 'admin',
    icon: 'money',
  },
  text: (text: NotificationText) => text,
});
