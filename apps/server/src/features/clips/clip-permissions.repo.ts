/** The people who may make clips of a channel. */
import type { ClipPermission } from '@tributary/contracts/clips';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

export async function findPermission(db: Reader, userId: UserId): Promise<ClipPermission> {
  const row = await db
    .selectFrom('clip_settings')
    .select('allowed_to')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.allowed_to ?? 'everybody';
}

export async function setPermission(tx: Writer, userId: UserId, allowedTo: ClipPermission): Promise<void> {
  await tx
    .insertInto('clip_settings')
    .values({ user_id: userId, allowed_to: allowedTo })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ allowed_to: allowedTo }))
    .execute();
}

/** The stream of a new clip; null if its recording is private. */
export async function findSource(
  db: Reader,
  id: StreamId,
): Promise<{ readonly streamerId: UserId; readonly allowedTo: ClipPermission } | null> {
  const row = await db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .leftJoin('clip_settings as c', 'c.user_id', 's.streamer_id')
    .select(['s.streamer_id as streamerId', 'c.allowed_to as allowedTo'])
    .where('s.id', '=', id)
    .where('r.visibility', '<>', 'private')
    .where('r.state', 'in', ['recording', 'ready'])
    .where('s.hidden_at', 'is', null)
    .where('s.end_reason', 'is distinct from', 'kicked')
    .where(isPublic)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, allowedTo: row.allowedTo ?? 'everybody' };
}

export async function follows(db: Reader, followerId: UserId, streamerId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('follows')
    .select('streamer_id')
    .where('follower_id', '=', followerId)
    .where('streamer_id', '=', streamerId)
    .executeTakeFirst();
  return row !== undefined;
}
