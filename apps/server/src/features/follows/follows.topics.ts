/** The topic `following`: the live streams of the channels that a person follows. */
import { followingTopic } from '@tributary/contracts/follows';
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { WorkQueue } from '#platform/work-queue.ts';
import * as repo from './follows.repo.ts';
import type { Follows } from './follows.service.ts';

export interface FollowingTopic {
  readonly topic: TopicDefinition;
  /** Sends the current live stream of a channel to its followers who listen to this process. */
  channelChanged(streamerId: UserId): Promise<void>;
  /** Sends a person their list again after their follows have changed. */
  followsChanged(followerId: UserId): Promise<void>;
  /** Sends all listeners their whole list again, since events may have been missed. */
  allMayHaveChanged(): Promise<void>;
}

export function createFollowingTopic(options: {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly follows: Pick<Follows, 'live' | 'liveOf'>;
}): FollowingTopic {
  const { db, realtime, follows } = options;
  /** Runs the work of each channel in order, so that a state read before a change is never sent after it. */
  const channels = new WorkQueue();

  async function followsChanged(followerId: UserId): Promise<void> {
    await realtime.topic(followingTopic, followerId).refresh();
  }

  return {
    topic: defineTopic(followingTopic, {
      snapshot: async (userId) => ({ streams: await follows.live(userId) }),
    }),
    channelChanged: (streamerId) =>
      channels.run(streamerId, async () => {
        const listening = realtime.keys(followingTopic);
        if (listening.length === 0) return;
        const followers = await db.read((reader) => repo.followersAmong(reader, streamerId, listening));
        if (followers.length === 0) return;
        const live = await follows.liveOf(streamerId);
        for (const follower of followers) {
          realtime.topic(followingTopic, follower).local.patch({ streamerId, live });
        }
      }),
    followsChanged,
    async allMayHaveChanged() {
      for (const follower of realtime.keys(followingTopic)) await followsChanged(follower);
    },
  };
}
