/** What somebody is told: in the bell, on their devices, by mail (spec section 3: notifications). */
import { z } from 'zod';
import { notificationType } from '../preferences/preferences.ts';
import { endpoint } from '../shared/endpoint.ts';
import { pageOf, pageQuery } from '../shared/paging.ts';
import { UNREAD_MAX } from './constants.ts';

export const notification = z.object({
  id: z.uuid(),
  type: notificationType,
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  createdAt: z.iso.datetime(),
  href: z.string().nullable().describe('A path of the web app that it leads to'),
  /** Whose doing it was. */
  actor: z
    .object({ username: z.string(), displayName: z.string(), avatarUrl: z.string().nullable() })
    .nullable(),
});
export type Notification = z.infer<typeof notification>;

const unread = z
  .int()
  .min(0)
  .max(UNREAD_MAX)
  .describe(`How many are unread; ${UNREAD_MAX} stands for that many and more`);

/** What the bell shows: the newest, and how many wait. */
export const bell = z.object({ notifications: z.array(notification), unread });
export type Bell = z.infer<typeof bell>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/me/notifications',
  tag: 'notifications',
  summary: 'Notifications of the signed-in person, newest first, 20 at a time',
  access: 'viewer',
  query: pageQuery,
  response: pageOf(notification),
});

export const getBell = endpoint({
  method: 'GET',
  path: '/api/me/bell',
  tag: 'notifications',
  summary: 'The 20 newest notifications, and how many are unread',
  access: 'viewer',
  response: bell,
});

export const readNotification = endpoint({
  method: 'PUT',
  path: '/api/me/notifications/:id/read',
  tag: 'notifications',
  summary: 'Mark one as read; done again it changes nothing',
  access: 'viewer',
  params: z.object({ id: z.uuid() }),
  response: z.void(),
});

export const readAllNotifications = endpoint({
  method: 'PUT',
  path: '/api/me/notifications/read',
  tag: 'notifications',
  summary: 'Mark all as read',
  access: 'viewer',
  response: z.void(),
});

export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/push/key',
  tag: 'notifications',
  summary: "The instance's public key for web push (RFC 8292), which a browser subscribes with",
  access: 'viewer',
  response: z.object({ publicKey: z.string() }),
});

const base64url = (bytes: number) =>
  z
    .base64url()
    .transform((text) => text.replace(/=+$/, ''))
    .pipe(z.string().length(Math.ceil((bytes * 4) / 3), 'This is not a key of a push subscription.'));

/** What `PushSubscription.toJSON()` gives. */
export const pushSubscription = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>;

export const putPushSubscription = endpoint({
  method: 'PUT',
  path: '/api/me/push-subscription',
  tag: 'notifications',
  summary: 'Have notifications pushed to this browser, until it signs out',
  access: 'viewer',
  perMinute: 30,
  body: pushSubscription,
  response: z.void(),
});

export const deletePushSubscription = endpoint({
  method: 'DELETE',
  path: '/api/me/push-subscription',
  tag: 'notifications',
  summary: 'Have no more notifications pushed to the browser with this endpoint',
  access: 'viewer',
  query: z.object({ endpoint: z.string().max(1000) }),
  response: z.void(),
});

/** RFC 8058: a mail program posts here when its reader presses its own Unsubscribe. */
export const unsubscribeFromMail = endpoint({
  method: 'POST',
  path: '/api/mail/unsubscribe',
  tag: 'notifications',
  summary: 'Have no more mails of one type sent; the signed link in each such mail says whose and which',
  access: 'public',
  perMinute: 60,
  query: z.object({ token: z.string().max(400) }),
  response: z.object({ type: notificationType }),
});
