import { commentId } from '@tributary/contracts/comments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';

export interface PastComment {
  readonly id: string;
  readonly streamId: StreamId;
  readonly authorId: UserId;
  readonly parentId: string | null;
  readonly text: string;
  readonly sentAt: Date;
}

export async function insertComment(tx: Writer, comment: PastComment): Promise<void> {
  const { id, streamId, authorId, parentId, text, sentAt } = comment;
  await tx
    .insertInto('comments')
    .values({
      id: commentId.parse(id),
      stream_id: streamId,
      author_id: authorId,
      parent_id: parentId === null ? null : commentId.parse(parentId),
      text,
      created_at: sentAt,
      held_for: null,
    })
    .execute();
}

export async function likeComment(tx: Writer, id: string, fans: readonly UserId[]): Promise<void> {
  if (fans.length === 0) return;
  await tx
    .insertInto('comment_likes')
    .values(fans.map((userId) => ({ comment_id: commentId.parse(id), user_id: userId })))
    .execute();
  await tx
    .updateTable('comments')
    .set({ likes: fans.length })
    .where('id', '=', commentId.parse(id))
    .execute();
}
