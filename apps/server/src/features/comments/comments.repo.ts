/** Rows of comments. */
import type { ChatMatch } from '@tributary/contracts/chat';
import {
  COMMENTS_PAGE_SIZE,
  type Comment,
  type CommentId,
  commentId,
  REPLIES_PAGE_SIZE,
} from '@tributary/contracts/comments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';

/** The comments of public accounts as a viewer sees them, held ones included. */
export const comments = (db: Reader, viewerId: UserId | null) =>
  db
    .selectFrom('comments as c')
    .innerJoin('profiles as p', 'p.id', 'c.author_id')
    .innerJoin('streams as s', 's.id', 'c.stream_id')
    .leftJoin('streamer_data as d', 'd.user_id', 'p.id')
    .leftJoin('chat_moderators as m', (join) =>
      join.onRef('m.user_id', '=', 'p.id').onRef('m.channel_id', '=', 's.streamer_id'),
    )
    .select(['c.id', 'c.stream_id as streamId', 'c.parent_id as parentId', 'c.text', 'c.likes'])
    .select(['c.created_at as createdAt', 'c.edited_at as editedAt', 's.streamer_id as streamerId'])
    .select(['p.id as authorId', 'p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .select([
      sql<boolean>`c.held_for IS NOT NULL`.as('isHeld'),
      sql<boolean>`coalesce(d.is_verified, false)`.as('isVerified'),
      sql<boolean>`m.user_id IS NOT NULL`.as('isModerator'),
      sql<boolean>`EXISTS (SELECT FROM demo_accounts a WHERE a.user_id = p.id)`.as('isDemo'),
      sql<boolean>`EXISTS (
        SELECT FROM comment_likes l WHERE l.comment_id = c.id AND l.user_id = ${viewerId}
      )`.as('isLiked'),
      sql<number>`(
        SELECT count(*)::int FROM comments r JOIN profiles q ON q.id = r.author_id
        WHERE r.parent_id = c.id AND r.held_for IS NULL AND is_public(q)
      )`.as('replies'),
    ])
    .where(isPublic);

type Row = Awaited<ReturnType<ReturnType<typeof comments>['executeTakeFirstOrThrow']>>;

export function toComment(row: Row): Comment {
  const { authorId, username, displayName, avatarUrl, isVerified, isDemo, streamerId, isModerator } = row;
  const role = authorId === streamerId ? 'streamer' : isModerator ? 'moderator' : null;
  return {
    id: row.id,
    streamId: row.streamId,
    parentId: row.parentId,
    author: { id: authorId, username, displayName, avatarUrl, isVerified, role, isDemo },
    text: row.text,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    likes: row.likes,
    isLiked: row.isLiked,
    replies: row.replies,
    isHeld: row.isHeld,
  };
}

/** A held comment is for its author, besides the moderators. */
const isShownTo = (viewerId: UserId | null) =>
  sql<boolean>`(c.held_for IS NULL OR c.author_id = ${viewerId})`;

/** Null if there is none, or its author is hidden. */
export async function findComment(
  db: Reader,
  id: CommentId,
  viewerId: UserId | null,
): Promise<Comment | null> {
  const row = await comments(db, viewerId).where('c.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toComment(row);
}

export interface CommentPage {
  readonly order: 'top' | 'newest' | 'held';
  readonly after: CursorKey | null;
}

/** Returns one row more than a page. Held comments come oldest first, with replies among them. */
export async function findPage(
  db: Reader,
  id: StreamId,
  { order, after }: CommentPage,
  viewerId: UserId | null,
): Promise<Comment[]> {
  let query = comments(db, viewerId)
    .where('c.stream_id', '=', id)
    .limit(COMMENTS_PAGE_SIZE + 1);
  query =
    order === 'held'
      ? query.where('c.held_for', 'is not', null)
      : query.where('c.parent_id', 'is', null).where(isShownTo(viewerId));
  if (order === 'top') query = query.orderBy('c.likes', 'desc');
  const keyset = {
    column: order === 'top' ? 'c.likes' : null,
    id: 'c.id',
    descending: order !== 'held',
  };
  if (after !== null) query = query.where(isAfterKey(keyset, after));
  const rows = await query.orderBy('c.id', order === 'held' ? 'asc' : 'desc').execute();
  return rows.map(toComment);
}

/** Returns one row more than a page, oldest first. */
export async function findReplies(
  db: Reader,
  parentId: CommentId,
  after: CursorKey | null,
  viewerId: UserId | null,
): Promise<Comment[]> {
  let query = comments(db, viewerId)
    .where('c.parent_id', '=', parentId)
    .where(isShownTo(viewerId))
    .orderBy('c.id')
    .limit(REPLIES_PAGE_SIZE + 1);
  if (after !== null) query = query.where(isAfterKey({ column: null, id: 'c.id', descending: false }, after));
  return (await query.execute()).map(toComment);
}

/** The numbers of comments that all viewers see, and of those that wait for a moderator. */
export async function countComments(
  db: Reader,
  id: StreamId,
): Promise<{ readonly shown: number; readonly held: number }> {
  return await db
    .selectFrom('comments as c')
    .innerJoin('profiles as p', 'p.id', 'c.author_id')
    .leftJoin('comments as o', 'o.id', 'c.parent_id')
    .leftJoin('profiles as q', 'q.id', 'o.author_id')
    .select([
      sql<number>`(count(*) FILTER (
        WHERE c.held_for IS NULL AND o.held_for IS NULL AND (q.id IS NULL OR is_public(q))
      ))::int`.as('shown'),
      sql<number>`(count(*) FILTER (WHERE c.held_for IS NOT NULL))::int`.as('held'),
    ])
    .where('c.stream_id', '=', id)
    .where(isPublic)
    .executeTakeFirstOrThrow();
}

export interface NewComment {
  readonly streamId: StreamId;
  readonly authorId: UserId;
  readonly parentId: CommentId | null;
  readonly text: string;
  readonly heldFor: ChatMatch | null;
}

export async function insert(tx: Writer, comment: NewComment): Promise<CommentId> {
  const id = commentId.parse(uuidv7());
  const { streamId, authorId, parentId, text, heldFor } = comment;
  await tx
    .insertInto('comments')
    .values({
      id,
      stream_id: streamId,
      author_id: authorId,
      parent_id: parentId,
      text,
      held_for: heldFor,
    })
    .execute();
  return id;
}

/** Locks a comment until `tx` ends. */
export const lock = (tx: Writer, id: CommentId) =>
  tx
    .selectFrom('comments as c')
    .innerJoin('streams as s', 's.id', 'c.stream_id')
    .select(['c.id', 'c.stream_id as streamId', 'c.author_id as authorId', 'c.parent_id as parentId'])
    .select(['c.text', 'c.held_for as heldFor', 's.streamer_id as streamerId'])
    .where('c.id', '=', id)
    .forUpdate('c')
    .executeTakeFirst();

export async function change(
  tx: Writer,
  id: CommentId,
  { text, heldFor }: Pick<NewComment, 'text' | 'heldFor'>,
): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ text, held_for: heldFor, edited_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function release(tx: Writer, id: CommentId): Promise<void> {
  await tx.updateTable('comments').set({ held_for: null }).where('id', '=', id).execute();
}

/** Deletes a comment with its replies. Idempotent. */
export async function remove(tx: Writer, id: CommentId): Promise<void> {
  await tx.deleteFrom('comments').where('id', '=', id).execute();
}

export async function removeAllOf(tx: Writer, streamId: StreamId): Promise<void> {
  await tx.deleteFrom('comments').where('stream_id', '=', streamId).execute();
}
