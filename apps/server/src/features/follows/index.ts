/** Follows: which channels people follow, and their live list of followed channels. */
import type { UserId } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { Channels } from '#features/channels/index.ts';
import type { Live } from '#features/live/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import type { Events } from '#platform/events/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { followed, unfollowed } from './follows.events.ts';
import { findAllFollowed } from './follows.repo.ts';
import { followsRoutes } from './follows.routes.ts';
import { createFollowsService } from './follows.service.ts';
import { createFollowingTopic } from './follows.topics.ts';

export { countFollowed, followerCount, followersPage } from './follows.repo.ts';

export interface FollowsOptions {
  readonly db: Database;
  readonly events: Events;
  readonly realtime: Realtime;
  readonly channels: Pick<Channels, 'summaryByUsername'>;
  readonly viewersOf: Live['viewersOf'];
  /** Called in the transaction of a new follow, for what must be written together with it. */
  onFollowed?(tx: Writer, followerId: UserId, streamerId: UserId): Promise<void>;
}

export interface FollowsFeature {
  routes(app: FastifyInstance): void;
  /** A channel went live or offline, or its stream changed: updates its followers' lists. */
  channelChanged(streamerId: UserId): Promise<void>;
  /** The user data kept here. Deleting the account deletes it by foreign key. */
  exportOf(userId: UserId): Promise<Record<string, unknown>>;
}

export function createFollows(options: FollowsOptions): FollowsFeature {
  const { db, events, realtime } = options;
  const follows = createFollowsService(options);
  const topic = createFollowingTopic({ db, realtime, follows });
  events.on(followed, ({ followerId }) => topic.followsChanged(followerId));
  events.on(unfollowed, ({ followerId }) => topic.followsChanged(followerId));
  // Events may have been missed, so any follower's list may have changed.
  events.onGap(() => topic.allMayHaveChanged());

  return {
    routes: (app) => followsRoutes(app, follows),
    channelChanged: (streamerId) => topic.channelChanged(streamerId),
    exportOf: async (userId) => ({
      following: await db.read((reader) => findAllFollowed(reader, userId)),
    }),
  };
}
