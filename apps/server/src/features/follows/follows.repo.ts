/** Follows and follower counts. */
import {
  FOLLOWED_LIVE_LIMIT,
  FOLLOWING_PAGE_SIZE,
  type FollowNotifications,
} from '@tributary/contracts/follows';
import { FOLLOWER_GROWTH_DAYS, type FollowerGrowth } from '@tributary/contracts/live';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import { listed } from '#features/live/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';

/** Locks the channel until `tx` ends. @returns false if there is no such channel, or its owner is banned */
export async function lockChannel(tx: Writer, streamerId: UserId): Promise<boolean> {
  const row = await tx
    .selectFrom('streamer_data as d')
    .innerJoin('profiles as p', 'p.id', 'd.user_id')
    .select('d.user_id')
    .where('d.user_id', '=', streamerId)
    .where(isPublic)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if the follow existed already */
export async function insertFollow(tx: Writer, followerId: UserId, streamerId: UserId): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('follows')
    .values({ follower_id: followerId, streamer_id: streamerId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false if there was no such follow */
export async function deleteFollow(tx: Writer, followerId: UserId, streamerId: UserId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('streamer_id', '=', streamerId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function followerCount(db: Reader, streamerId: UserId): Promise<number> {
  const row = await db
    .selectFrom('follower_counts')
    .select('followers')
    .where('streamer_id', '=', streamerId)
    .executeTakeFirst();
  return row?.followers ?? 0;
}

/** @returns what the channel notifies this follower of; null if they do not follow it */
export async function notificationsOf(
  db: Reader,
  followerId: UserId,
  streamerId: UserId,
): Promise<FollowNotifications | null> {
  const row = await db
    .selectFrom('follows')
    .select('notifications')
    .where('follower_id', '=', followerId)
    .where('streamer_id', '=', streamerId)
    .executeTakeFirst();
  return row?.notifications ?? null;
}

/** @returns false if there is no such follow */
export async function updateNotifications(
  tx: Writer,
  followerId: UserId,
  streamerId: UserId,
  notifications: FollowNotifications,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('follows')
    .set({ notifications })
    .where('follower_id', '=', followerId)
    .where('streamer_id', '=', streamerId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns those of `ids` that follow the channel. */
export async function followersAmong(
  db: Reader,
  streamerId: UserId,
  ids: readonly UserId[],
): Promise<UserId[]> {
  const rows = await db
    .selectFrom('follows')
    .select('follower_id')
    .where('streamer_id', '=', streamerId)
    .where('follower_id', '=', sql<UserId>`any(${ids}::uuid[])`)
    .execute();
  return rows.map((row) => row.follower_id);
}

const FOLLOWERS = sql<number>`coalesce(c.followers, 0)`.as('followers');

function liveFollowed(db: Reader, followerId: UserId) {
  return listed(db)
    .innerJoin('follows as f', 'f.streamer_id', 's.streamer_id')
    .leftJoin('follower_counts as c', 'c.streamer_id', 'f.streamer_id')
    .select(['f.created_at as followed_at', 'f.notifications', FOLLOWERS])
    .where('f.follower_id', '=', followerId);
}

/** Live followed channels, latest start first, one row more than a page. @param before the last page's last stream */
export function findLivePage(db: Reader, followerId: UserId, before: StreamId | null) {
  let query = liveFollowed(db, followerId)
    .orderBy('s.id', 'desc')
    .limit(FOLLOWING_PAGE_SIZE + 1);
  if (before !== null) query = query.where('s.id', '<', before);
  return query.execute();
}

/** A channel's live stream, unless it is unlisted. */
export const findListedOf = (db: Reader, streamerId: UserId) =>
  listed(db).where('s.streamer_id', '=', streamerId).executeTakeFirst();

/** Live streams of followed channels, most recorded viewers first. */
export const findLive = (db: Reader, followerId: UserId) =>
  liveFollowed(db, followerId)
    .orderBy('s.current_viewers', 'desc')
    .orderBy('s.id')
    .limit(FOLLOWED_LIVE_LIMIT)
    .execute();

/**
 * Offline followed channels, newest follow first.
 * @param after the last channel of the previous page
 */
export function findOfflinePage(db: Reader, followerId: UserId, after: CursorKey | null, limit: number) {
  let query = db
    .selectFrom('follows as f')
    .innerJoin('profiles as p', 'p.id', 'f.streamer_id')
    .innerJoin('streamer_data as d', 'd.user_id', 'f.streamer_id')
    .leftJoin('follower_counts as c', 'c.streamer_id', 'f.streamer_id')
    .select(['p.id', 'p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .select(['d.is_verified as isVerified', 'f.created_at as followed_at', 'f.notifications', FOLLOWERS])
    .where('f.follower_id', '=', followerId)
    .where(isPublic)
    .where(({ not, exists }) => not(exists(liveOf(db))))
    .orderBy('f.created_at', 'desc')
    .orderBy('f.streamer_id', 'desc')
    .limit(limit);
  if (after !== null) {
    query = query.where(isAfterKey({ column: 'f.created_at', id: 'f.streamer_id', descending: true }, after));
  }
  return query.execute();
}

const liveOf = (db: Reader) => listed(db).where('s.streamer_id', '=', sql<UserId>`f.streamer_id`);

export async function countFollowed(
  db: Reader,
  followerId: UserId,
): Promise<{ following: number; live: number }> {
  const { following } = await db
    .selectFrom('follows as f')
    .innerJoin('profiles as p', 'p.id', 'f.streamer_id')
    .select(sql<number>`count(*)`.as('following'))
    .where('f.follower_id', '=', followerId)
    .where(isPublic)
    .executeTakeFirstOrThrow();
  const { live } = await listed(db)
    .clearSelect()
    .innerJoin('follows as f', 'f.streamer_id', 's.streamer_id')
    .select(sql<number>`count(*)`.as('live'))
    .where('f.follower_id', '=', followerId)
    .executeTakeFirstOrThrow();
  return { following, live };
}

/** All channels that a person follows, for the export of their data. */
export const findAllFollowed = (db: Reader, followerId: UserId) =>
  db
    .selectFrom('follows as f')
    .innerJoin('profiles as p', 'p.id', 'f.streamer_id')
    .select(['p.username', 'f.created_at as followedAt', 'f.notifications'])
    .where('f.follower_id', '=', followerId)
    .orderBy('f.created_at')
    .execute();

/**
 * A batch of the followers that a channel notifies of something, ordered by id, without banned accounts.
 * @param what `live`: its streams; `event`: its events
 * @param afterId the last follower of the previous batch; null for the first batch
 * @returns fewer than `limit` at the end
 */
export async function followersToNotify(
  db: Reader,
  streamerId: UserId,
  what: 'live' | 'event',
  afterId: UserId | null,
  limit: number,
): Promise<UserId[]> {
  let query = db
    .selectFrom('follows as f')
    .innerJoin('profiles as p', 'p.id', 'f.follower_id')
    .select('f.follower_id')
    .where('f.streamer_id', '=', streamerId)
    .where('f.notifications', 'in', what === 'live' ? ['all', 'live'] : ['all'])
    .where(isPublic)
    .orderBy('f.follower_id')
    .limit(limit);
  if (afterId !== null) query = query.where('f.follower_id', '>', afterId);
  const rows = await query.execute();
  return rows.map((row) => row.follower_id);
}

/** New followers of a channel per day (UTC), up to today. People who have unfollowed since are not counted. */
export async function findGrowth(db: Reader, streamerId: UserId): Promise<FollowerGrowth['days']> {
  const { rows } = await sql<FollowerGrowth['days'][number]>`
    select to_char(day, 'YYYY-MM-DD') as day, count(f.follower_id) as gained
    from generate_series(
      date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${FOLLOWER_GROWTH_DAYS - 1}),
      date_trunc('day', now() at time zone 'UTC'),
      interval '1 day'
    ) as day
    left join follows as f on f.streamer_id = ${streamerId}
      and f.created_at >= day at time zone 'UTC' and f.created_at < (day + interval '1 day') at time zone 'UTC'
    group by day
    order by day`.execute(db);
  return rows;
}
