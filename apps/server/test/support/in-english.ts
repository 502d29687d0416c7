import { written } from '#platform/messages/index.ts';
import type { Notify } from '#platform/notifications/index.ts';

/** A notification as an account reads it whose language is English. */
export const inEnglish = <Sent extends Pick<Notify, 'title' | 'message'>>(
  notification: Sent,
): Omit<Sent, 'title' | 'message'> & { readonly title: string; readonly message: string } => ({
  ...notification,
  title: written(notification.title, 'en'),
  message: written(notification.message, 'en'),
});
