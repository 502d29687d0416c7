import { streamId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';
import { notificationContent } from './notification-content.ts';

/** Notifies a streamer's followers of a new stream, in batches. */
export const announceLive = defineJob('notifications.announce-live', z.object({ streamId }));

/** Notifies a streamer of a new follower. `day` is the UTC day of the follow. */
export const notifyOfFollower = defineJob(
  'notifications.notify-of-follower',
  z.object({ followerId: userId, streamerId: userId, day: z.iso.date() }),
);

/** Pushes a notification to one browser. */
export const pushNotification = defineJob(
  'notifications.push',
  z.object({ subscriptionId: z.uuid(), content: notificationContent }),
);

/** Mails a notification to one person. */
export const mailNotification = defineJob(
  'notifications.mail',
  z.object({ userId, content: notificationContent }),
);

/** Mails one person, whatever their preferences. */
export const mailSecurityNotice = defineJob(
  'notifications.mail-security-notice',
  z.object({ userId, content: notificationContent }),
);

/** Deletes expired notifications, once a day. */
export const purgeExpired = defineJob('notifications.forget-old', z.object({}));
