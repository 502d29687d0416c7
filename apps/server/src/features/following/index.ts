/** Following: whom viewers follow, what they saved and watched, and how they like things. */
import { type NotificationType, streamId as streamIdSchema, type UserId } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { Channels } from '#features/channels/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import type { Events } from '#platform/events/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { followed, unfollowed } from './following.events.ts';
import { followingRoutes } from './following.routes.ts';
import { createFollowingSocket } from './following.socket.ts';
import { countFollowed, findAllFollowed } from './follows.repo.ts';
import { createFollows } from './follows.service.ts';
import { findAllWatched, totalWatched } from './history.repo.ts';
import { createWatchHistory } from './history.service.ts';
import { createPreferences } from './preferences.service.ts';
import { countSaved, findAllSaved } from './saved.repo.ts';
import { createSaved } from './saved.service.ts';
import type { ViewersOf } from './streams.repo.ts';

export { type Follower, followersPage, notificationWaysOf } from './followers.repo.ts';
export { followerCount as followerCountOf } from './follows.repo.ts';

export interface FollowingOptions {
  readonly db: Database;
  readonly log: Log;
  readonly events: Events;
  readonly realtime: Realtime;
  readonly channels: Pick<Channels, 'summaryByUsername'>;
  readonly viewersOf: ViewersOf;
  /** Somebody follows a channel in `tx`: what is to follow from it is written with it. */
  onFollowed?(tx: Writer, followerId: UserId, streamerId: UserId): Promise<void>;
}

export interface Following {
  routes(app: FastifyInstance): void;
  /** A channel went on or off air, or what is on air there changed: its followers' lists follow. */
  channelChanged(streamerId: UserId): Promise<void>;
  /** Has no more mails of this type sent to somebody, who has said so in one of them. */
  turnOffMail(userId: UserId, type: NotificationType): Promise<void>;
  /** What is stored here about somebody. All of it goes with their account by itself. */
  exportOf(userId: UserId): Promise<Record<string, unknown>>;
  /** Call while the database still answers: what is being watched is written. */
  close(): Promise<void>;
}

export function createFollowing(options: FollowingOptions): Following {
  const { db, events, realtime } = options;
  const follows = createFollows(options);
  const saved = createSaved(options);
  const history = createWatchHistory(options);
  const preferences = createPreferences(db);
  const socket = createFollowingSocket({ db, realtime, follows });
  realtime.addPresence({
    onWatching(tab, _browser, streamId, userId) {
      history.watching(tab, userId, streamIdSchema.nullable().parse(streamId));
    },
  });
  events.on(followed, ({ followerId }) => socket.followsChanged(followerId));
  events.on(unfollowed, ({ followerId }) => socket.followsChanged(followerId));
  // Whom people follow may have changed meanwhile, unheard.
  events.onGap(() => socket.allMayHaveChanged());

  const overviewOf = (userId: UserId) =>
    db.read(async (reader) => {
      const [counts, savedCount, watched] = await Promise.all([
        countFollowed(reader, userId),
        countSaved(reader, userId),
        totalWatched(reader, userId),
      ]);
      return { ...counts, saved: savedCount, ...watched };
    });

  return {
    routes: (app) => followingRoutes(app, { follows, saved, history, preferences, overviewOf }),
    channelChanged: (streamerId) => socket.channelChanged(streamerId),
    turnOffMail: async (userId, type) => {
      await preferences.edit(userId, { notifications: { [type]: { mail: false } } });
    },
    exportOf: (userId) =>
      db.read(async (reader) => ({
        following: await findAllFollowed(reader, userId),
        savedStreams: await findAllSaved(reader, userId),
        watchHistory: await findAllWatched(reader, userId),
        preferences: await preferences.of(userId),
      })),
    close: () => history.close(),
  };
}
