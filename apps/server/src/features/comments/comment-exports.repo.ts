/** The comments, likes and choices of an account, for its export. */
import type { UserId } from '@tributary/contracts/shared';
import type { Reader } from '#platform/db/database.ts';

export const findAllOf = (db: Reader, authorId: UserId) =>
  db
    .selectFrom('comments')
    .select(['id', 'stream_id as streamId', 'parent_id as parentId', 'text', 'created_at as createdAt'])
    .select(['edited_at as editedAt', 'held_for as heldFor', 'likes'])
    .where('author_id', '=', authorId)
    .orderBy('id')
    .execute();

export const findLikesOf = (db: Reader, userId: UserId) =>
  db
    .selectFrom('comment_likes')
    .select(['comment_id as commentId', 'liked_at as likedAt'])
    .where('user_id', '=', userId)
    .orderBy('liked_at')
    .execute();

/** Whether the channel takes comments, and the recordings that take none. */
export const findRecordingsOff = (db: Reader, channelId: UserId) =>
  db
    .selectFrom('comments_off as o')
    .innerJoin('streams as s', 's.id', 'o.stream_id')
    .select(['s.id as streamId', 's.title'])
    .where('s.streamer_id', '=', channelId)
    .orderBy('s.id')
    .execute();
