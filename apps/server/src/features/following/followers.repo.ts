/** Who is to be told what, and how: for news that goes out to many. */
import {
  DEFAULT_NOTIFICATION_WAYS,
  type NotificationType,
  type NotificationWays,
  type UserId,
} from '@tributary/contracts';
import { sql } from 'kysely';
import { notBanned } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';

export interface Follower {
  readonly userId: UserId;
  /** How they want to hear that a followed channel is live. */
  readonly ways: NotificationWays;
}

/**
 * A batch of a channel's followers in the order of their ids, without those who are banned.
 * @param afterId the last one of the batch before; null: from the first
 * @returns fewer than `limit` at the end
 */
export async function followersPage(
  db: Reader,
  streamerId: UserId,
  afterId: UserId | null,
  limit: number,
): Promise<Follower[]> {
  let query = db
    .selectFrom('follows as f')
    .innerJoin('profiles as p', 'p.id', 'f.follower_id')
    .leftJoin('notification_preferences as n', (join) =>
      join.onRef('n.user_id', '=', 'f.follower_id').on('n.type', '=', 'stream_live'),
    )
    .select(['f.follower_id', 'n.in_app', 'n.web_push', 'n.mail'])
    .where('f.streamer_id', '=', streamerId)
    .where(notBanned)
    .orderBy('f.follower_id')
    .limit(limit);
  if (afterId !== null) query = query.where('f.follower_id', '>', afterId);
  const rows = await query.execute();
  return rows.map((row) => ({ userId: row.follower_id, ways: toWays(row) }));
}

/** How each of these people wants to hear of something. */
export async function notificationWaysOf(
  db: Reader,
  ids: readonly UserId[],
  type: NotificationType,
): Promise<ReadonlyMap<UserId, NotificationWays>> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['user_id', 'in_app', 'web_push', 'mail'])
    .where('user_id', '=', sql<UserId>`any(${ids}::uuid[])`)
    .where('type', '=', type)
    .execute();
  const chosen = new Map(rows.map((row) => [row.user_id, toWays(row)]));
  return new Map(ids.map((id) => [id, chosen.get(id) ?? DEFAULT_NOTIFICATION_WAYS]));
}

interface WaysRow {
  readonly in_app: boolean | null;
  readonly web_push: boolean | null;
  readonly mail: boolean | null;
}

const toWays = (row: WaysRow): NotificationWays => ({
  inApp: row.in_app ?? DEFAULT_NOTIFICATION_WAYS.inApp,
  webPush: row.web_push ?? DEFAULT_NOTIFICATION_WAYS.webPush,
  mail: row.mail ?? DEFAULT_NOTIFICATION_WAYS.mail,
});
