/** The topic `following`: the live streams of the channels a person follows. */
import { followingTopic } from '@tributary/contracts/follows';
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { WorkQueue } from '#platform/work-queue.ts';
import * as repo from './follows.repo.ts';
import type { Follows } from './follows.service.ts';

export interface FollowingTopic {
  readonly topic: TopicDefinition;
  /** Tells this process's listeners who follow the channel what it has live now. */
  channelChanged(streamerId: UserId): Promise<void>;
  /** Sends a person whose follows changed their new list. */
  followsChanged(followerId: UserId): Promise<void>;
  /** Sends all listeners their whole list again, for when events may have been missed. */
  allMayHaveChanged(): Promise<void>;
}

export function createFollowingTopic(options: {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly follows: Pick<Follows, 'live' | 'liveOf'>;
}): FollowingTopic {
  const { db, realtime, follows } = options;
  /** Of one channel in order, so that a state read before a change is never sent after it. */
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
