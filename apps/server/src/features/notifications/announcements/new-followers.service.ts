import { following } from '#features/follows/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { Database } from '#platform/db/database.ts';
import { onHook, type Subscription } from '#platform/feature.ts';
import { type JobRegistration, type Jobs, work } from '#platform/jobs/index.ts';
import { notifyOfFollower } from '../notifications.jobs.ts';
import type { Notifications } from '../notifications.service.ts';
import { newFollower } from './announcements.notifications.ts';

export interface NewFollowersOptions {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly users: Pick<Users, 'find'>;
  readonly notifications: Pick<Notifications, 'notify'>;
}

/** Notifies a streamer of a new follower, by a job that is stored in the transaction that inserts the follow. */
export function createNewFollowers({ db, jobs, users, notifications }: NewFollowersOptions): {
  readonly job: JobRegistration;
  readonly subscription: Subscription;
} {
  return {
    job: work(notifyOfFollower, async ({ followerId, streamerId, day }) => {
      const [follower, streamer] = await Promise.all([users.find(followerId), users.find(streamerId)]);
      // Skip accounts that were deleted or banned in the meantime.
      if (!follower?.isPublic || !streamer) return;
      await db.transact((tx) =>
        notifications.notify(tx, { userId: streamerId, ...newFollower.of({ ...follower, day }) }),
      );
    }),
    subscription: onHook(following, (tx, { followerId, streamerId }) =>
      jobs.send(tx, notifyOfFollower, {
        followerId,
        streamerId,
        day: new Date().toISOString().slice(0, 10),
      }),
    ),
  };
}
