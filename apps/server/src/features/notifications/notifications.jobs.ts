/** What is done after the transaction that caused it, telling one or many, pushing, mailing; and once a day. */
import { streamId, userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';
import { news } from './news.ts';

/** Tells a streamer's followers, in batches, that a stream has begun. */
export const announceLive = defineJob('notifications.announce-live', z.object({ streamId }));

/** Tells a streamer of a follower; `day`, in UTC, is the one that this is news of. */
export const tellOfFollower = defineJob(
  'notifications.tell-of-follower',
  z.object({ followerId: userId, streamerId: userId, day: z.iso.date() }),
);

/** Pushes to one browser. */
export const pushNews = defineJob('notifications.push', z.object({ subscriptionId: z.uuid(), news }));

/** Deletes what has been kept for long enough. */
export const forgetOld = defineJob('notifications.forget-old', z.object({}));

export const mailNews = defineJob('notifications.mail', z.object({ userId, news }));
