/** What there is to be told of (spec section 3: notifications.type) and by which ways; apart, so that a menu carries no zod. */

export const NOTIFICATION_TYPES = ['follower', 'stream_live', 'donation', 'comment', 'other'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Whether the bell lists it, a device that has asked shows it, and a mail is sent. */
export interface NotificationWays {
  readonly inApp: boolean;
  readonly webPush: boolean;
  readonly mail: boolean;
}

/**
 * Until somebody chooses otherwise, for every type. A device is only ever told after it has asked
 * for it, so that is on; mail that nobody asked for is not.
 */
export const DEFAULT_NOTIFICATION_WAYS: NotificationWays = { inApp: true, webPush: true, mail: false };
