/** Follows: the channels that people follow, and which of them are live. */
import { type Channels, channelVerified } from '#features/channels/index.ts';
import { type Live, streamChanged } from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type Feature, on, onGap } from '#platform/feature.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { createBlocks } from './blocks/blocks.service.ts';
import { followed, unfollowed } from './follows.events.ts';
import { findAllFollowed } from './follows.repo.ts';
import { followsRoutes } from './follows.routes.ts';
import { createFollowsService } from './follows.service.ts';
import { createFollowingTopic } from './follows.topics.ts';

export { isBlocked } from './blocks/blocks.repo.ts';
export { followed, following, unfollowed } from './follows.events.ts';
export { countFollowed, followerCount, followersToNotify } from './follows.repo.ts';

export interface FollowsOptions {
  readonly db: Database;
  readonly hooks: Hooks;
  readonly realtime: Realtime;
  readonly channels: Pick<Channels, 'summaryByUsername'>;
  readonly live: Pick<Live, 'viewers'>;
}

export function createFollows({ live, ...options }: FollowsOptions): Feature {
  const { db, realtime } = options;
  const follows = createFollowsService({ ...options, viewers: live.viewers });
  const blocks = createBlocks(db);
  const { topic, ...listening } = createFollowingTopic({ db, realtime, follows });
  return {
    name: 'follows',
    routes: (app) => followsRoutes(app, follows, blocks),
    topics: [topic],
    subscriptions: [
      on(followed, ({ followerId }) => listening.followsChanged(followerId)),
      on(unfollowed, ({ followerId }) => listening.followsChanged(followerId)),
      on(streamChanged, ({ streamerId }) => listening.channelChanged(streamerId)),
      on(channelVerified, ({ userId }) => listening.channelChanged(userId)),
      // Events may have been missed, so any follower's list may have changed.
      onGap(() => listening.allMayHaveChanged()),
    ],
    exportUserData: async (userId) => ({
      following: await db.read((reader) => findAllFollowed(reader, userId)),
      blocked: await blocks.list(userId),
    }),
  };
}
