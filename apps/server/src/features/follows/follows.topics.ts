/** The topic `following`: the live streams of the channels a person follows. */
import type { ServerMessage, UserId } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import type { Realtime, TopicKind } from '#platform/realtime/index.ts';
import { WorkQueue } from '#platform/work-queue.ts';
import * as repo from './follows.repo.ts';
import type { Follows } from './follows.service.ts';

export interface FollowingTopic {
  readonly topic: TopicKind;
  /** Tells subscribers who follow the channel what it has live now. */
  channelChanged(streamerId: UserId): Promise<void>;
  /** Sends a person whose follows changed their new list. */
  followsChanged(followerId: UserId): Promise<void>;
  /** Sends all subscribers their whole list again, for when events may have been missed. */
  allMayHaveChanged(): Promise<void>;
}

const PREFIX = 'following:';

export function createFollowingTopic(options: {
  readonly db: Database;
  readonly realtime: Realtime;
  readonly follows: Follows;
}): FollowingTopic {
  const { db, realtime, follows } = options;
  const list = async (userId: UserId): Promise<ServerMessage> => ({
    type: 'following',
    topic: 'following',
    data: { streams: await follows.live(userId) },
  });

  const subscribers = (): UserId[] =>
    realtime.listenedKeys('following').map((key) => key.slice(PREFIX.length) as UserId);

  async function followsChanged(followerId: UserId): Promise<void> {
    const key = PREFIX + followerId;
    if (realtime.listeners(key) > 0) realtime.publish(key, await list(followerId));
  }

  const topic: TopicKind = {
    name: 'following',
    open: async (_argument, principal) => {
      if (principal === null) return 'forbidden';
      const { userId } = principal;
      return { key: PREFIX + userId, snapshot: () => list(userId) };
    },
  };

  /** Of one channel in order, so that a state read before a change is never sent after it. */
  const channels = new WorkQueue();

  return {
    topic,
    channelChanged: (streamerId) =>
      channels.run(streamerId, async () => {
        const online = subscribers();
        if (online.length === 0) return;
        const followers = await db.read((reader) => repo.followersAmong(reader, streamerId, online));
        if (followers.length === 0) return;
        const message: ServerMessage = {
          type: 'followed_channel',
          topic: 'following',
          data: { streamerId, live: await follows.liveOf(streamerId) },
        };
        for (const follower of followers) realtime.amend(PREFIX + follower, message);
      }),
    followsChanged,
    async allMayHaveChanged() {
      for (const follower of subscribers()) await followsChanged(follower);
    },
  };
}
