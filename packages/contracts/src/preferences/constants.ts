/** Values and defaults without schemas, so that the first page load needs no zod. */

/** The ways to exchange streams with other viewers: directly, only through a relay, or not at all. */
export const SHARING_CHOICES = ['join', 'relay', 'decline'] as const;
export type SharingChoice = (typeof SHARING_CHOICES)[number];

export const DEFAULT_PREFERENCES = {
  autoplay: true,
  lowData: false,
  sharing: null,
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
