/** Notifications in the bell, by web push and by email (spec section 3). */
import { z } from 'zod';
import { topic } from '../realtime/topic.ts';
import { endpoint } from '../shared/endpoint.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byId } from '../shared/params.ts';
import { UNREAD_MAX } from './constants.ts';
import { NOTIFICATION_ICONS } from './icons.ts';

export const notification = z.object({
  id: z.uuid(),
  type: z
    .string()
    .describe(
      'follower, stream_live, donation, comment, other, or another that a feature of the server declares',
    ),
  icon: z.enum(NOTIFICATION_ICONS),
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  createdAt: z.iso.datetime(),
  href: z.string().nullable().describe('Path of the web app that it links to'),
  /** The user who caused it. */
  actor: z
    .object({ username: z.string(), displayName: z.string(), avatarUrl: z.string().nullable() })
    .nullable(),
});
export type Notification = z.infer<typeof notification>;

const unread = z
  .int()
  .min(0)
  .max(UNREAD_MAX)
  .describe(`Number of unread notifications; ${UNREAD_MAX} means that many or more`);

/** What the bell shows: the newest notifications and the number of unread ones. */
export const bell = z.object({ notifications: z.array(notification), unread });
export type Bell = z.infer<typeof bell>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/me/notifications',
  tag: 'notifications',
  summary: 'List notifications of the signed-in user, newest first, 20 per page',
  access: 'viewer',
  query: pageQuery,
  response: pageOf(notification),
});

export const getBell = endpoint({
  method: 'GET',
  path: '/api/me/bell',
  tag: 'notifications',
  summary: 'Get the 20 newest notifications and the number of unread ones',
  access: 'viewer',
  response: bell,
});

/** The bell of the listening person. An append may repeat a notification that the snapshot holds. */
export const notificationsTopic = topic({
  name: 'notifications',
  access: 'viewer',
  personal: true,
  snapshot: bell,
  append: notification,
});

export const readNotification = endpoint({
  method: 'PUT',
  path: '/api/me/notifications/:id/read',
  tag: 'notifications',
  summary: 'Mark a notification as read. Idempotent',
  access: 'viewer',
  params: byId,
  response: z.void(),
});

export const readAllNotifications = endpoint({
  method: 'PUT',
  path: '/api/me/notifications/read',
  tag: 'notifications',
  summary: 'Mark all notifications as read',
  access: 'viewer',
  response: z.void(),
});

export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/push/key',
  tag: 'notifications',
  summary: 'Get the instance’s public key for web push (RFC 8292)',
  access: 'viewer',
  response: z.object({ publicKey: z.string() }),
});

const base64url = (bytes: number) =>
  z
    .base64url()
    .transform((text) => text.replace(/=+$/, ''))
    .pipe(z.string().length(Math.ceil((bytes * 4) / 3), 'This is not a valid push subscription key.'));

/** The result of `PushSubscription.toJSON()`. */
export const pushSubscription = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>;

export const putPushSubscription = endpoint({
  method: 'PUT',
  path: '/api/me/push-subscription',
  tag: 'notifications',
  summary: 'Send push notifications to this browser until it signs out',
  access: 'viewer',
  perMinute: 30,
  body: pushSubscription,
  response: z.void(),
});

export const deletePushSubscription = endpoint({
  method: 'DELETE',
  path: '/api/me/push-subscription',
  tag: 'notifications',
  summary: 'Stop push notifications to the browser with this endpoint',
  access: 'viewer',
  query: z.object({ endpoint: z.string().max(1000) }),
  response: z.void(),
});

/** Mail programs post here when the reader uses their unsubscribe button (RFC 8058). */
export const unsubscribeFromMail = endpoint({
  method: 'POST',
  path: '/api/mail/unsubscribe',
  tag: 'notifications',
  summary: 'Turn off one kind of emails. The signed token in each email names the user and the kind',
  access: 'public',
  perMinute: 60,
  query: z.object({ token: z.string().max(400) }),
  response: z.object({ label: z.string().describe('Names the preference that was turned off') }),
});
