/** Telling a streamer who follows them, also where the instance dies just then: a job, sent with the follow. */
import type { UserId } from '@tributary/contracts';
import type { Users } from '#features/identity/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { type JobRegistration, type Jobs, work } from '#platform/jobs/index.ts';
import { tellOfFollower } from './notifications.jobs.ts';
import type { Notifications } from './notifications.service.ts';

export interface NewFollowers {
  readonly job: JobRegistration;
  /** Somebody follows a channel in `tx` who did not before: its streamer is told after it. */
  followed(tx: Writer, followerId: UserId, streamerId: UserId): Promise<void>;
}

export interface NewFollowersOptions {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly users: Pick<Users, 'find'>;
  readonly notifications: Pick<Notifications, 'notify'>;
}

export function createNewFollowers({ db, jobs, users, notifications }: NewFollowersOptions): NewFollowers {
  const job = work(tellOfFollower, async ({ followerId, streamerId, day }) => {
    const [follower, streamer] = await Promise.all([users.find(followerId), users.find(streamerId)]);
    // Who is gone by now is nobody to tell of, or to tell.
    if (!follower || follower.bannedAt || !streamer) return;
    await db.transact((tx) =>
      notifications.notify(tx, {
        userId: streamerId,
        actorId: followerId,
        type: 'follower',
        title: `${follower.displayName} follows you`,
        message: `@${follower.username}`,
        href: `/streamer/${follower.username}`,
        // Whoever follows, leaves and follows again is news once a day.
        dedupeKey: `follower:${followerId}:${day}`,
      }),
    );
  });

  return {
    job,
    followed: (tx, followerId, streamerId) =>
      jobs.send(tx, tellOfFollower, {
        followerId,
        streamerId,
        day: new Date().toISOString().slice(0, 10),
      }),
  };
}
