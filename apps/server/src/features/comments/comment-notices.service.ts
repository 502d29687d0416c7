/** Notifies the creator of a recording of comments, and people of replies to theirs. */
import type { CommentId } from '@tributary/contracts/comments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { isBlocked } from '#features/follows/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import type { CommentAccess } from './comment-access.ts';
import { findNotified } from './comment-notices.repo.ts';
import { commented, held, replied } from './comments.notifications.ts';

export interface CommentNoticesOptions {
  readonly db: Database;
  readonly access: CommentAccess;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  /** The wall clock in milliseconds. */
  readonly nowMs: () => number;
}

export interface CommentNotices {
  /** @param repliedTo the author of the comment that it answers; null: it answers none */
  notify(id: CommentId, repliedTo: UserId | null): Promise<void>;
}

export function createCommentNotices(options: CommentNoticesOptions): CommentNotices {
  const { db, access, notifications, nowMs } = options;

  async function mayRead(id: StreamId, userId: UserId): Promise<boolean> {
    try {
      await access.open(id, { userId, roles: [], owesSecondFactor: false });
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  const wants = async (userId: UserId, authorId: UserId): Promise<boolean> =>
    userId !== authorId && !(await db.read((reader) => isBlocked(reader, { by: userId, blocked: authorId })));

  return {
    async notify(id, repliedTo) {
      const comment = await db.read((reader) => findNotified(reader, id));
      if (comment === null) return;
      const { streamerId, authorId, streamId, isHeld } = comment;
      if (isHeld) {
        const day = new Date(nowMs()).toISOString().slice(0, 10);
        if (!(await wants(streamerId, authorId))) return;
        return await db.transact((tx) =>
          notifications.notify(tx, { userId: streamerId, ...held(comment, day) }),
        );
      }
      if (repliedTo !== null && (await wants(repliedTo, authorId)) && (await mayRead(streamId, repliedTo)))
        await db.transact((tx) => notifications.notify(tx, { userId: repliedTo, ...replied(comment) }));
      if (streamerId !== repliedTo && (await wants(streamerId, authorId)))
        await db.transact((tx) => notifications.notify(tx, { userId: streamerId, ...commented(comment) }));
    },
  };
}
