/** Declarations of notifications by the features that send them. `features/notifications` stores and delivers them. */
export {
  defineNotification,
  type NotificationDefinition,
  type NotificationPreference,
  type NotificationText,
  type NotificationType,
  type Notify,
  otherUpdates,
} from './define-notification.ts';
export { createNotificationTypes, type NotificationTypes } from './notification-types.ts';
