import {
  FOLLOWING_PAGE_SIZE,
  type FollowedChannel,
  type FollowNotifications,
  type FollowState,
} from '@tributary/contracts/follows';
import type { FeaturedStream, FollowerGrowth } from '@tributary/contracts/live';
import { streamId, type UserId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { Channels } from '#features/channels/index.ts';
import { cardOf, type Live, toStream } from '#features/live/index.ts';
import { decodeCursor, encodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { type CursorKey, isoTimestamp } from '#platform/db/keyset.ts';
import { publish } from '#platform/events/index.ts';
import type { Hooks } from '#platform/hooks.ts';
import { isBlocked } from './blocks/blocks.repo.ts';
import { followsErrors } from './follows.errors.ts';
import { followed, following, unfollowed } from './follows.events.ts';
import * as repo from './follows.repo.ts';

export interface Follows {
  /** @throws AppError `channel_not_found` */
  stateOf(username: string, caller: UserId | null): Promise<FollowState>;
  /**
   * Follows a channel and publishes `followed`. Idempotent.
   * @throws AppError `channel_not_found`, `own_channel`, `follow_refused`
   */
  follow(followerId: UserId, streamerId: UserId): Promise<FollowState>;
  /** Unfollows a channel and publishes `unfollowed`. Idempotent. */
  unfollow(followerId: UserId, streamerId: UserId): Promise<FollowState>;
  /**
   * Lists live channels first.
   * @throws AppError `cursor_invalid`
   */
  page(followerId: UserId, cursor?: string): Promise<{ items: FollowedChannel[]; next: string | null }>;
  /** @throws AppError `not_following` */
  setNotifications(
    followerId: UserId,
    streamerId: UserId,
    notifications: FollowNotifications,
  ): Promise<FollowState>;
  live(followerId: UserId): Promise<FeaturedStream[]>;
  /** A channel's live stream with the data of its card; null if it is offline or unlisted. */
  liveOf(streamerId: UserId): Promise<FeaturedStream | null>;
  /** The follower count and the new followers per day of the caller's own channel. */
  growth(streamerId: UserId): Promise<FollowerGrowth>;
}

export interface FollowsServiceOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaryByUsername'>;
  readonly viewers: Live['viewers'];
  readonly hooks: Hooks;
}

/** Live channels come first, ordered by stream; then offline ones, ordered by when they were followed. */
const cursorKey = z.union([
  z.tuple([z.literal('live'), streamId]),
  z.tuple([z.literal('off'), isoTimestamp, userId]),
]);

export function createFollowsService({ db, channels, viewers, hooks }: FollowsServiceOptions): Follows {
  type LiveRow = NonNullable<Awaited<ReturnType<typeof repo.findListedOf>>>;
  const toCard = (row: LiveRow): FeaturedStream => cardOf(toStream(row), viewers.count(row.id));

  async function offlinePage(followerId: UserId, after: CursorKey | null, size: number) {
    const rows = await db.read((reader) => repo.findOfflinePage(reader, followerId, after, size + 1));
    const page = pageOfRows(rows, size, (row) => ['off', row.followed_at.toISOString(), row.id]);
    const items = page.items.map(({ followers, followed_at, notifications, ...streamer }) => ({
      streamer,
      followers,
      notifications,
      followedAt: followed_at.toISOString(),
      live: null,
    }));
    return { items, next: page.next };
  }

  const stateIn = (streamerId: UserId, caller: UserId | null): Promise<FollowState> =>
    db.read(async (reader) => {
      const notifications = caller && (await repo.notificationsOf(reader, caller, streamerId));
      const followers = await repo.followerCount(reader, streamerId);
      return { streamerId, followers, following: notifications !== null, notifications };
    });

  return {
    async stateOf(username, caller) {
      const streamer = await channels.summaryByUsername(username);
      if (!streamer) throw followsErrors.channel_not_found();
      return stateIn(streamer.id, caller);
    },
    async follow(followerId, streamerId) {
      if (followerId === streamerId) throw followsErrors.own_channel();
      await db.transact(async (tx) => {
        if (!(await repo.lockChannel(tx, streamerId))) throw followsErrors.channel_not_found();
        if (await isBlocked(tx, { by: streamerId, blocked: followerId }))
          throw followsErrors.follow_refused();
        if (!(await repo.insertFollow(tx, followerId, streamerId))) return;
        await publish(tx, followed, { followerId, streamerId });
        await hooks.run(tx, following, { followerId, streamerId });
      });
      return stateIn(streamerId, followerId);
    },
    async unfollow(followerId, streamerId) {
      await db.transact(async (tx) => {
        if (await repo.deleteFollow(tx, followerId, streamerId)) {
          await publish(tx, unfollowed, { followerId, streamerId });
        }
      });
      return stateIn(streamerId, followerId);
    },
    async setNotifications(followerId, streamerId, notifications) {
      const isFollowing = await db.transact((tx) =>
        repo.updateNotifications(tx, followerId, streamerId, notifications),
      );
      if (!isFollowing) throw followsErrors.not_following();
      return stateIn(streamerId, followerId);
    },
    growth: (streamerId) =>
      db.read(async (reader) => ({
        followers: await repo.followerCount(reader, streamerId),
        days: await repo.findGrowth(reader, streamerId),
      })),
    async page(followerId, cursor) {
      const from = cursor === undefined ? null : decodeCursor(cursorKey, cursor);
      if (from?.[0] === 'off') {
        const [, followedAt, streamerId] = from;
        return offlinePage(followerId, [followedAt, streamerId], FOLLOWING_PAGE_SIZE);
      }
      const rows = await db.read((reader) => repo.findLivePage(reader, followerId, from?.[1] ?? null));
      const { items, next } = pageOfRows(rows, FOLLOWING_PAGE_SIZE, (row) => ['live', row.id]);
      const live = items.map((row) => ({
        streamer: toStream(row).streamer,
        followers: row.followers,
        notifications: row.notifications,
        followedAt: row.followed_at.toISOString(),
        live: toCard(row),
      }));
      if (next !== null) return { items: live, next };
      // Fill the page with offline channels; if live ones fill it exactly, offline ones start on the next page.
      const left = FOLLOWING_PAGE_SIZE - live.length;
      const last = items.at(-1);
      if (left === 0 && last) return { items: live, next: encodeCursor(['live', last.id]) };
      const rest = await offlinePage(followerId, null, left);
      return { items: [...live, ...rest.items], next: rest.next };
    },
    async liveOf(streamerId) {
      const row = await db.read((reader) => repo.findListedOf(reader, streamerId));
      return row ? toCard(row) : null;
    },
    async live(followerId) {
      const rows = await db.read((reader) => repo.findLive(reader, followerId));
      return rows.map(toCard).sort((a, b) => b.currentViewers - a.currentViewers);
    },
  };
}
