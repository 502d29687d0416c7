/** Values and defaults without schemas, so that the first page load needs no zod. */

export const DEFAULT_PREFERENCES = {
  autoplay: true,
  lowData: false,
  theme: null,
  historyPaused: false,
} as const;

export const NOTIFICATION_TYPES = ['follower', 'stream_live', 'donation', 'comment', 'other'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** How a type of notification is delivered. */
export interface NotificationDelivery {
  readonly inApp: boolean;
  readonly webPush: boolean;
  readonly mail: boolean;
}

/** For every type. Web push is on, since a browser must subscribe first; email is opt-in. */
export const DEFAULT_NOTIFICATION_DELIVERY: NotificationDelivery = {
  inApp: true,
  webPush: true,
  mail: false,
};
