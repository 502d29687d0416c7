/** The likes of comments. Their number is kept with the comment, so that the order of the best ones has an index. */
import type { CommentId } from '@tributary/contracts/comments';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/database.ts';

/** Idempotent. Requires the lock of the comment. */
export async function insertLike(tx: Writer, id: CommentId, userId: UserId): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('comment_likes')
    .values({ comment_id: id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return await addLikes(tx, id, Number(numInsertedOrUpdatedRows));
}

/** Idempotent. Requires the lock of the comment. */
export async function deleteLike(tx: Writer, id: CommentId, userId: UserId): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('comment_likes')
    .where('comment_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return await addLikes(tx, id, -Number(numDeletedRows));
}

/** @returns the comment's new number of likes */
async function addLikes(tx: Writer, id: CommentId, more: number): Promise<number> {
  const { likes } = await tx
    .updateTable('comments')
    .set({ likes: sql`likes + ${more}` })
    .where('id', '=', id)
    .returning('likes')
    .executeTakeFirstOrThrow();
  return likes;
}

/** Takes back the likes of an account that is deleted. */
export async function deleteLikesOf(tx: Writer, userId: UserId): Promise<void> {
  const rows = await tx
    .deleteFrom('comment_likes')
    .where('user_id', '=', userId)
    .returning('comment_id')
    .execute();
  if (rows.length === 0) return;
  await tx
    .updateTable('comments')
    .set({ likes: sql`likes - 1` })
    .where(
      'id',
      'in',
      rows.map((row) => row.comment_id),
    )
    .execute();
}
