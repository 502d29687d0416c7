/** Values and defaults without schemas, so that the first page load needs no zod. */

export const DEFAULT_PREFERENCES = {
  autoplay: true,
  lowData: false,
  theme: null,
  language: null,
  historyPaused: false,
} as const;

/** How notifications are delivered. */
export interface NotificationDelivery {
  readonly inApp: boolean;
  readonly webPush: boolean;
  readonly mail: boolean;
}

/** Until people choose. Web push is on, since a browser must subscribe first; email is opt-in. */
export const DEFAULT_NOTIFICATION_DELIVERY: NotificationDelivery = {
  inApp: true,
  webPush: true,
  mail: false,
};
