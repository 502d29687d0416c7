/** What holds until somebody chooses otherwise; apart from the schemas, so that a first page load needs no zod. */

/** Heights that a picture can be held to, in lines. */
export const MAX_HEIGHTS = [360, 480, 720, 1080] as const;

export const DEFAULT_PREFERENCES = {
  autoplay: true,
  lowData: false,
  maxHeight: null,
  theme: null,
  /** Others' browsers learn of one's address: nobody's until they say so. */
  peerToPeer: false,
  historyPaused: false,
} as const;

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
