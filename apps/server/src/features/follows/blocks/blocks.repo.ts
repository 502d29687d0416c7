/** The people whom accounts have blocked. */
import { BLOCKS_MAX, type BlockedPerson } from '@tributary/contracts/follows';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

/** Whether `by` has blocked the other account. */
export async function isBlocked(
  db: Reader,
  { by, blocked }: { by: UserId; blocked: UserId },
): Promise<boolean> {
  const row = await db
    .selectFrom('user_blocks')
    .select('blocked_id')
    .where('blocker_id', '=', by)
    .where('blocked_id', '=', blocked)
    .executeTakeFirst();
  return row !== undefined;
}

/** The people whom an account has blocked, newest first. */
export async function findBlockedBy(db: Reader, by: UserId): Promise<BlockedPerson[]> {
  const rows = await db
    .selectFrom('user_blocks as b')
    .innerJoin('profiles as p', 'p.id', 'b.blocked_id')
    .select(['p.id', 'p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .select('b.created_at as blockedAt')
    .where('b.blocker_id', '=', by)
    .orderBy('b.created_at', 'desc')
    .limit(BLOCKS_MAX)
    .execute();
  return rows.map((row) => ({ ...row, blockedAt: row.blockedAt.toISOString() }));
}

/** Locks the account until `tx` ends, also against follows of its channel. */
export async function lockBlocker(tx: Writer, by: UserId): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', by).forUpdate().execute();
}

export async function countBlockedBy(db: Reader, by: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('user_blocks')
    .select(sql<number>`count(*)`.as('count'))
    .where('blocker_id', '=', by)
    .executeTakeFirstOrThrow();
  return count;
}

/** Idempotent. @returns false if there is no such account */
export async function insertBlock(tx: Writer, by: UserId, blocked: UserId): Promise<boolean> {
  const exists = await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', blocked)
    .forKeyShare()
    .executeTakeFirst();
  if (exists === undefined) return false;
  await tx
    .insertInto('user_blocks')
    .values({ blocker_id: by, blocked_id: blocked })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

export async function deleteBlock(tx: Writer, by: UserId, blocked: UserId): Promise<void> {
  await tx.deleteFrom('user_blocks').where('blocker_id', '=', by).where('blocked_id', '=', blocked).execute();
}
