/** What the icon of a notification shows. Without schemas, so that the first page load needs no zod. */
export const NOTIFICATION_ICONS = ['live', 'person', 'chat', 'money', 'event', 'recording', 'info'] as const;
export type NotificationIcon = (typeof NOTIFICATION_ICONS)[number];
