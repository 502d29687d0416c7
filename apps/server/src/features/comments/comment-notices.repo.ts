import type { CommentId } from '@tributary/contracts/comments';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';
import type { NotifiedComment } from './comments.notifications.ts';

/** Null if it has been deleted, or its author is hidden. */
export async function findNotified(
  db: Reader,
  id: CommentId,
): Promise<(NotifiedComment & { readonly streamerId: UserId; readonly isHeld: boolean }) | null> {
  const row = await db
    .selectFrom('comments as c')
    .innerJoin('profiles as p', 'p.id', 'c.author_id')
    .innerJoin('streams as s', 's.id', 'c.stream_id')
    .select(['c.id', 'c.stream_id as streamId', 'c.author_id as authorId', 'c.text'])
    .select(['p.display_name as displayName', 's.title as recording', 's.streamer_id as streamerId'])
    .select(sql<boolean>`c.held_for IS NOT NULL`.as('isHeld'))
    .where('c.id', '=', id)
    .where(isPublic)
    .executeTakeFirst();
  return row ?? null;
}
