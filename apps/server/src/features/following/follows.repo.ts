/** The only place that touches follows and their counts. */
import { FOLLOWED_LIVE_LIMIT, FOLLOWING_PAGE_SIZE, type StreamId, type UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import { notBanned } from '#features/identity/index.ts';
import { listed } from '#features/live/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { isBehind, type Place } from '#platform/db/keyset.ts';

/** Whether there is such a channel to follow; it stays until `tx` ends. */
export async function holdChannel(tx: Writer, streamerId: UserId): Promise<boolean> {
  const row = await tx
    .selectFrom('streamer_data as d')
    .innerJoin('profiles as p', 'p.id', 'd.user_id')
    .select('d.user_id')
    .where('d.user_id', '=', streamerId)
    .where(notBanned)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false where it was there before */
export async function insertFollow(tx: Writer, followerId: UserId, streamerId: UserId): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('follows')
    .values({ follower_id: followerId, streamer_id: streamerId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false where there was none */
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

/** Which of these channels somebody follows. */
export async function followedAmong(
  db: Reader,
  followerId: UserId,
  streamerIds: readonly UserId[],
): Promise<UserId[]> {
  const rows = await db
    .selectFrom('follows')
    .select('streamer_id')
    .where('follower_id', '=', followerId)
    .where('streamer_id', '=', sql<UserId>`any(${streamerIds}::uuid[])`)
    .execute();
  return rows.map((row) => row.streamer_id);
}

/** Which of these people follow a channel. */
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

function onAir(db: Reader, followerId: UserId) {
  return listed(db)
    .innerJoin('follows as f', 'f.streamer_id', 's.streamer_id')
    .leftJoin('follower_counts as c', 'c.streamer_id', 'f.streamer_id')
    .select(['f.created_at as followed_at', FOLLOWERS])
    .where('f.follower_id', '=', followerId);
}

/** Followed channels on air, the latest to begin first, one more than a page. @param before the last one's stream */
export function findOnAir(db: Reader, followerId: UserId, before: StreamId | null) {
  let query = onAir(db, followerId)
    .orderBy('s.id', 'desc')
    .limit(FOLLOWING_PAGE_SIZE + 1);
  if (before !== null) query = query.where('s.id', '<', before);
  return query.execute();
}

/** A channel's stream on air, unless lists leave it out. */
export const findListedOf = (db: Reader, streamerId: UserId) =>
  listed(db).where('s.streamer_id', '=', streamerId).executeTakeFirst();

/** Streams of followed channels, most viewers first as recorded. */
export const findLive = (db: Reader, followerId: UserId) =>
  onAir(db, followerId)
    .orderBy('s.current_viewers', 'desc')
    .orderBy('s.id')
    .limit(FOLLOWED_LIVE_LIMIT)
    .execute();

/** Followed channels off air, the newest follow first. @param after where the page before ended */
export function findOffAir(db: Reader, followerId: UserId, after: Place | null, limit: number) {
  let query = db
    .selectFrom('follows as f')
    .innerJoin('profiles as p', 'p.id', 'f.streamer_id')
    .innerJoin('streamer_data as d', 'd.user_id', 'f.streamer_id')
    .leftJoin('follower_counts as c', 'c.streamer_id', 'f.streamer_id')
    .select(['p.id', 'p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .select(['d.is_verified as isVerified', 'f.created_at as followed_at', FOLLOWERS])
    .where('f.follower_id', '=', followerId)
    .where(notBanned)
    .where(({ not, exists }) => not(exists(liveOf(db))))
    .orderBy('f.created_at', 'desc')
    .orderBy('f.streamer_id', 'desc')
    .limit(limit);
  if (after !== null) {
    query = query.where(isBehind({ column: 'f.created_at', id: 'f.streamer_id', descending: true }, after));
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
    .where(notBanned)
    .executeTakeFirstOrThrow();
  const { live } = await listed(db)
    .clearSelect()
    .innerJoin('follows as f', 'f.streamer_id', 's.streamer_id')
    .select(sql<number>`count(*)`.as('live'))
    .where('f.follower_id', '=', followerId)
    .executeTakeFirstOrThrow();
  return { following, live };
}

/** Everybody one follows, for the export of their data. */
export const findAllFollowed = (db: Reader, followerId: UserId) =>
  db
    .selectFrom('follows as f')
    .innerJoin('profiles as p', 'p.id', 'f.streamer_id')
    .select(['p.username', 'f.created_at as followedAt'])
    .where('f.follower_id', '=', followerId)
    .orderBy('f.created_at')
    .execute();
