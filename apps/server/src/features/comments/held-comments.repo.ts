/** The comments of a channel that wait for its moderators. */
import { COMMENTS_PAGE_SIZE, type HeldComment } from '@tributary/contracts/comments';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';
import { comments, toComment } from './comments.repo.ts';

/** Chooses comments below recordings that the moderator may watch: private ones are for their creator. */
const held = (db: Reader, channelId: UserId, moderatorId: UserId) =>
  comments(db, moderatorId)
    .innerJoin('recordings as rec', 'rec.stream_id', 'c.stream_id')
    .where('s.streamer_id', '=', channelId)
    .where('c.held_for', 'is not', null)
    .where('rec.state', 'in', ['recording', 'ready'])
    .where('s.status', '=', 'ended')
    .where('s.hidden_at', 'is', null)
    .where(sql<boolean>`(rec.visibility <> 'private' OR s.streamer_id = ${moderatorId})`);

/** Returns one row more than a page, oldest first. */
export async function findHeld(
  db: Reader,
  channelId: UserId,
  after: CursorKey | null,
  moderatorId: UserId,
): Promise<HeldComment[]> {
  let query = held(db, channelId, moderatorId)
    .innerJoin('profiles as owner', 'owner.id', 's.streamer_id')
    .select(['s.title', 's.slug', 'owner.username as streamerName'])
    .orderBy('c.id')
    .limit(COMMENTS_PAGE_SIZE + 1);
  if (after !== null) query = query.where(isAfterKey({ column: null, id: 'c.id', descending: false }, after));
  const rows = await query.execute();
  return rows.map((row) => ({
    ...toComment(row),
    recording: { title: row.title, slug: row.slug, username: row.streamerName },
  }));
}

export async function countHeld(db: Reader, channelId: UserId, moderatorId: UserId): Promise<number> {
  const { count } = await held(db, channelId, moderatorId)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
