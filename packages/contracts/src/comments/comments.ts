/** Comments below recordings. Replies are one level deep. */
import { z } from 'zod';
import { streamerSummary } from '../channels/channels.ts';
import { chatBan } from '../chat/chat-moderation.ts';
import { byChannel } from '../chat/chat-settings.ts';
import { endpoint } from '../shared/endpoint.ts';
import { streamId, textLines } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/lists.ts';
import { byStream } from '../shared/params.ts';
import {
  COMMENT_ORDERS,
  COMMENT_TEXT_MAX,
  COMMENTS_PAGE_SIZE,
  COMMENTS_PER_HOUR,
  REPLIES_PAGE_SIZE,
} from './constants.ts';

export const commentId = z.uuid().brand<'CommentId'>();
export type CommentId = z.infer<typeof commentId>;
const byComment = z.object({ id: commentId });

export const comment = z.object({
  id: commentId,
  streamId,
  /** The comment that it answers; null: it answers none. */
  parentId: commentId.nullable(),
  author: streamerSummary.extend({
    /** The author's role in the channel of the recording. */
    role: z.enum(['streamer', 'moderator']).nullable(),
    isDemo: z.boolean(),
  }),
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** Null: never edited. */
  editedAt: z.iso.datetime().nullable(),
  likes: z.int().nonnegative(),
  /** Whether the caller likes it. */
  isLiked: z.boolean(),
  /** The number of shown replies. */
  replies: z.int().nonnegative(),
  /** Whether it waits for a moderator. Only its author and moderators see it until then. */
  isHeld: z.boolean(),
});
export type Comment = z.infer<typeof comment>;

const commentText = textLines(COMMENT_TEXT_MAX).min(1, 'Enter a comment.');

/** The comments of a recording as a whole, and what the caller may do there. */
export const commentSection = z.object({
  /** The creator's choices. Comments are shown and taken where both are on. */
  isChannelOn: z.boolean(),
  isRecordingOn: z.boolean(),
  count: z.int().nonnegative().describe('Shown comments and replies'),
  heldCount: z.int().nonnegative().describe('Comments that wait for a moderator; 0 for other callers'),
  canModerate: z.boolean(),
  /** The caller's ban from the chats of the channel, which holds for comments as well. */
  ban: chatBan.omit({ appeal: true }).nullable(),
});
export type CommentSection = z.infer<typeof commentSection>;

export const getCommentSection = endpoint({
  method: 'GET',
  path: '/api/streams/:id/comments/section',
  tag: 'comments',
  summary: 'Get whether a recording takes comments, how many it has, and what the caller may do there',
  access: 'public',
  params: byStream,
  response: commentSection,
});

export const listComments = endpoint({
  method: 'GET',
  path: '/api/streams/:id/comments',
  tag: 'comments',
  summary: `List the comments of a recording, ${COMMENTS_PAGE_SIZE} per page. Moderators can list those that wait for them`,
  access: 'public',
  params: byStream,
  query: pageQuery.extend({ order: z.enum([...COMMENT_ORDERS, 'held']).default('top') }),
  response: pageOf(comment),
});

/** A comment that waits for a moderator, with the recording below which it was written. */
export const heldComment = comment.extend({
  recording: z.object({ title: z.string(), slug: z.string(), username: z.string() }),
});
export type HeldComment = z.infer<typeof heldComment>;

export const listHeldComments = endpoint({
  method: 'GET',
  path: '/api/chats/:channelId/held-comments',
  tag: 'comments',
  summary: `List the comments below all recordings of a channel that wait for its moderators, oldest first, ${COMMENTS_PAGE_SIZE} per page`,
  access: 'viewer',
  perMinute: 120,
  params: byChannel,
  query: pageQuery,
  response: pageOf(heldComment).extend({ count: z.int().nonnegative() }),
});

export const getComment = endpoint({
  method: 'GET',
  path: '/api/comments/:id',
  tag: 'comments',
  summary: 'Get a comment',
  access: 'public',
  params: byComment,
  response: comment,
});

export const listReplies = endpoint({
  method: 'GET',
  path: '/api/comments/:id/replies',
  tag: 'comments',
  summary: `List the replies to a comment, oldest first, ${REPLIES_PAGE_SIZE} per page`,
  access: 'public',
  params: byComment,
  query: pageQuery,
  response: pageOf(comment),
});

export const writeComment = endpoint({
  method: 'POST',
  path: '/api/streams/:id/comments',
  tag: 'comments',
  summary: `Comment on a recording. At most ${COMMENTS_PER_HOUR} an hour for each account`,
  access: 'viewer',
  perMinute: 30,
  params: byStream,
  body: z.object({
    text: commentText,
    replyTo: commentId.optional().describe('The comment that it answers. Answers to replies join them'),
  }),
  response: comment,
});

export const editComment = endpoint({
  method: 'PATCH',
  path: '/api/comments/:id',
  tag: 'comments',
  summary: 'Change a comment of the caller',
  access: 'viewer',
  perMinute: 30,
  params: byComment,
  body: z.object({ text: commentText }),
  response: comment,
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  tag: 'comments',
  summary: 'Delete a comment with its replies. Moderators of the channel can delete those of viewers',
  access: 'viewer',
  perMinute: 60,
  params: byComment,
  response: z.void(),
});

const likes = z.object({ likes: z.int().nonnegative() });

export const likeComment = endpoint({
  method: 'PUT',
  path: '/api/comments/:id/like',
  tag: 'comments',
  summary: 'Like a comment',
  access: 'viewer',
  perMinute: 120,
  params: byComment,
  response: likes,
});

export const unlikeComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id/like',
  tag: 'comments',
  summary: 'Take back a like',
  access: 'viewer',
  perMinute: 120,
  params: byComment,
  response: likes,
});

export const decideHeldComment = endpoint({
  method: 'PUT',
  path: '/api/comments/:id/decision',
  tag: 'comments',
  summary: 'Show a comment that waits for a moderator, or delete it',
  access: 'viewer',
  perMinute: 120,
  params: byComment,
  body: z.object({ outcome: z.enum(['released', 'refused']) }),
  response: z.void(),
});
