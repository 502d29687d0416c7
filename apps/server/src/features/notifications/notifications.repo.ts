import { NOTIFICATIONS_LIMIT, type Notification, UNREAD_MAX } from '@tributary/contracts/notifications';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { NotificationContent } from './notification-content.ts';

const notifications = (db: Reader) =>
  db
    .selectFrom('notifications as n')
    .leftJoin('profiles as p', 'p.id', 'n.actor_id')
    .select([
      'n.id',
      'n.user_id',
      'n.type',
      'n.title',
      'n.message',
      'n.read',
      'n.created_at',
      'n.href',
      'p.username',
      'p.display_name',
      'p.avatar_url',
    ])
    .where('n.listed', '=', true);

type Row = Awaited<ReturnType<ReturnType<typeof notifications>['executeTakeFirstOrThrow']>>;

export type StoredNotification = Omit<Notification, 'icon'>;

const toNotification = (row: Row): StoredNotification => ({
  id: row.id,
  type: row.type,
  title: row.title,
  message: row.message,
  read: row.read,
  createdAt: row.created_at.toISOString(),
  href: row.href,
  actor:
    row.username === null
      ? null
      : {
          username: row.username,
          displayName: row.display_name ?? row.username,
          avatarUrl: row.avatar_url,
        },
});

/**
 * Returns the newest first.
 * @param before the last id of the previous page
 */
export async function findNewest(
  db: Reader,
  userId: UserId,
  before?: string,
  limit: number = NOTIFICATIONS_LIMIT,
): Promise<StoredNotification[]> {
  let query = notifications(db).where('n.user_id', '=', userId).orderBy('n.id', 'desc').limit(limit);
  if (before !== undefined) query = query.where('n.id', '<', before);
  return (await query.execute()).map(toNotification);
}

export async function findOne(db: Reader, id: string): Promise<StoredNotification | undefined> {
  const row = await notifications(db).where('n.id', '=', id).executeTakeFirst();
  return row && toNotification(row);
}

/** The notifications of these people with this key. */
export async function findByDedupeKey(
  db: Reader,
  dedupeKey: string,
  userIds: readonly UserId[],
): Promise<{ userId: UserId; notification: StoredNotification }[]> {
  const rows = await notifications(db)
    .where('n.dedupe_key', '=', dedupeKey)
    .where('n.user_id', '=', sql<UserId>`any(${userIds}::uuid[])`)
    .execute();
  return rows.map((row) => ({ userId: row.user_id, notification: toNotification(row) }));
}

/** Counts unread notifications, up to the number at which the badge stops. */
export async function countUnread(db: Reader, userId: UserId): Promise<number> {
  const unread = db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('listed', '=', true)
    .where('read', '=', false)
    .limit(UNREAD_MAX);
  const { count } = await db
    .selectFrom(unread.as('unread'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewNotification {
  readonly id: string;
  readonly userId: UserId;
  readonly actorId: UserId | null;
  /** Unique for each person. */
  readonly dedupeKey: string | null;
  /** Whether the bell shows it. */
  readonly listed: boolean;
}

/** @returns false if the person has a notification with this key already */
export async function insertOne(
  tx: Writer,
  { type, title, message, href }: NotificationContent,
  to: NewNotification,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('notifications')
    .values({
      id: to.id,
      user_id: to.userId,
      type,
      title,
      message,
      href,
      actor_id: to.actorId,
      dedupe_key: to.dedupeKey,
      listed: to.listed,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stores the same notification for many people, and skips those who have one with this key already. */
export async function insertMany(
  tx: Writer,
  content: NotificationContent,
  to: {
    readonly ids: readonly string[];
    readonly userIds: readonly UserId[];
    readonly actorId: UserId;
    readonly dedupeKey: string;
  },
): Promise<void> {
  await sql`
    INSERT INTO notifications (id, user_id, type, title, message, href, actor_id, dedupe_key)
    SELECT t.id, t.user_id, ${content.type}, ${content.title}, ${content.message}, ${content.href}, ${to.actorId}, ${to.dedupeKey}
    FROM unnest(${to.ids}::uuid[], ${to.userIds}::uuid[]) AS t (id, user_id)
    ON CONFLICT DO NOTHING
  `.execute(tx);
}

/** @returns false if the person has no such notification */
export async function markRead(tx: Writer, userId: UserId, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markAllRead(tx: Writer, userId: UserId): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ read: true })
    .where('user_id', '=', userId)
    .where('listed', '=', true)
    .where('read', '=', false)
    .execute();
}

/**
 * Deletes up to `most` notifications, either read or unread ones, that are older than `days`.
 * @returns the number of deleted ones
 */
export async function deleteExpired(
  tx: Writer,
  isRead: boolean,
  days: number,
  most: number,
): Promise<number> {
  const old = tx
    .selectFrom('notifications')
    .select('id')
    .where('read', '=', isRead)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy('created_at')
    .limit(most);
  const { numDeletedRows } = await tx
    .deleteFrom('notifications')
    // With an array the primary key's index is used; a join may scan the whole table.
    .where('id', '=', sql<string>`any(array(${old}))`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** All notifications of a person, for the export of their data. */
export const findAllOf = (db: Reader, userId: UserId) =>
  db
    .selectFrom('notifications')
    .select(['type', 'title', 'message', 'href', 'read', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
