/** The topic `following`: which of one's followed channels are on air, as it changes. */
import type { ServerMessage, UserId } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import * as repo from './follows.repo.ts';
import type { Follows } from './follows.service.ts';

export interface FollowingSocket {
  /** What a channel's page shows has changed: those who follow it and listen are told. */
  channelChanged(streamerId: UserId): Promise<void>;
  /** Somebody follows another set of channels than before. */
  followsChanged(followerId: UserId): Promise<void>;
  /** For when news may have been missed: everybody who listens is told the whole list again. */
  allMayHaveChanged(): Promise<void>;
}

const PREFIX = 'following:';

export function createFollowingSocket(options: {
  readonly db: Database;
  readonly realtime: Realtime;
  readonly follows: Follows;
}): FollowingSocket {
  const { db, realtime, follows } = options;
  const list = async (userId: UserId): Promise<ServerMessage> => ({
    type: 'following',
    topic: 'following',
    data: { streams: await follows.live(userId) },
  });

  const listening = (): UserId[] =>
    realtime.listenedKeys('following').map((key) => key.slice(PREFIX.length) as UserId);

  async function followsChanged(followerId: UserId): Promise<void> {
    const key = PREFIX + followerId;
    if (realtime.listeners(key) > 0) realtime.publish(key, await list(followerId));
  }

  realtime.register({
    name: 'following',
    open: async (_argument, principal) => {
      if (principal === null) return 'forbidden';
      const { userId } = principal;
      return { key: PREFIX + userId, snapshot: () => list(userId) };
    },
  });

  return {
    async channelChanged(streamerId) {
      const online = listening();
      if (online.length === 0) return;
      const followers = await db.read((reader) => repo.followersAmong(reader, streamerId, online));
      if (followers.length === 0) return;
      const message: ServerMessage = {
        type: 'followed_channel',
        topic: 'following',
        data: { streamerId, live: await follows.liveOf(streamerId) },
      };
      for (const follower of followers) realtime.amend(PREFIX + follower, message);
    },
    followsChanged,
    async allMayHaveChanged() {
      for (const follower of listening()) await followsChanged(follower);
    },
  };
}
