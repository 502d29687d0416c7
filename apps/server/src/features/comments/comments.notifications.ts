/** The notifications about comments. They have the type and the preference of mentions in chats. */
import type { CommentId } from '@tributary/contracts/comments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { mentioned } from '#features/chat/index.ts';
import { localized } from '#platform/messages/index.ts';
import type { NotificationText } from '#platform/notifications/index.ts';

export interface NotifiedComment {
  readonly id: CommentId;
  readonly streamId: StreamId;
  readonly authorId: UserId;
  readonly displayName: string;
  readonly text: string;
  /** The title of the recording. */
  readonly recording: string;
}

type CommentNotice = NotificationText & { readonly type: string };

const linkTo = ({ id, streamId }: NotifiedComment) => `/stream/${streamId}?comment=${id}`;

/** Tells a person that their comment is answered. */
export const replied = (comment: NotifiedComment): CommentNotice => ({
  type: mentioned.type,
  title: localized('notice.commentReply.title', { name: comment.displayName }),
  message: comment.text,
  href: linkTo(comment),
  actorId: comment.authorId,
  dedupeKey: `comment:${comment.id}`,
});

/** Tells the creator of a recording that a viewer has commented on it. */
export const commented = (comment: NotifiedComment): CommentNotice => ({
  type: mentioned.type,
  title: localized('notice.commented.title', { name: comment.displayName, recording: comment.recording }),
  message: comment.text,
  href: linkTo(comment),
  actorId: comment.authorId,
  // An author notifies once for each recording.
  dedupeKey: `comments:${comment.streamId}:${comment.authorId}`,
});

/** Tells the creator of a held comment, once a day for each recording: the others wait at the same place. */
export const held = (comment: NotifiedComment, day: string): CommentNotice => ({
  type: mentioned.type,
  title: localized('notice.commentHeld.title', { recording: comment.recording }),
  message: comment.text,
  href: linkTo(comment),
  actorId: comment.authorId,
  dedupeKey: `comments-held:${comment.streamId}:${day}`,
});
