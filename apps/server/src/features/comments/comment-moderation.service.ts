/** Deletes comments, decides about held ones, and turns comments off. */
import { COMMENTS_PAGE_SIZE, type CommentId, type HeldComment } from '@tributary/contracts/comments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { idKey } from '#platform/db/keyset.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { CommentAccess } from './comment-access.ts';
import * as settings from './commented-recordings.repo.ts';
import { errors } from './comments.errors.ts';
import { notifyOfComment } from './comments.jobs.ts';
import * as repo from './comments.repo.ts';
import { countHeld, findHeld } from './held-comments.repo.ts';

export interface CommentModerationOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly access: CommentAccess;
}

export interface CommentModeration {
  /**
   * The comments that wait for the moderators of a channel, oldest first.
   * @throws account_hidden, not_moderator, cursor_invalid
   */
  held(
    channelId: UserId,
    cursor: string | undefined,
    by: UserId,
  ): Promise<{ items: HeldComment[]; next: string | null; count: number }>;
  /**
   * Deletes a comment with its replies, for its author and for moderators of a higher rank.
   * @throws comment_not_found, account_hidden, not_moderator
   */
  delete(id: CommentId, by: Actor): Promise<void>;
  /** @throws comment_not_found, comment_decided, account_hidden, not_moderator */
  decide(id: CommentId, outcome: 'released' | 'refused', by: Actor): Promise<void>;
  isOn(channelId: UserId): Promise<boolean>;
  setOn(channelId: UserId, isOn: boolean): Promise<void>;
  /** @throws recording_not_found for a recording of another channel */
  setRecordingOn(streamId: StreamId, isOn: boolean, channelId: UserId): Promise<void>;
}

export function createCommentModeration({ db, jobs, access }: CommentModerationOptions): CommentModeration {
  /** @throws account_hidden, not_moderator */
  async function requireHigherRank(
    tx: Writer,
    { streamerId, authorId }: { readonly streamerId: UserId; readonly authorId: UserId },
    by: Actor,
  ): Promise<void> {
    const moderator = await access.requireModerator(tx, streamerId, by.userId);
    const rank = await access.memberOf(tx, streamerId, authorId).then(
      (member) => member.rank,
      // The author is banned from the instance.
      () => 0,
    );
    if (moderator.rank <= rank) throw errors.not_moderator();
  }

  return {
    held: (channelId, cursor, by) =>
      db.read(async (reader) => {
        await access.requireModerator(reader, channelId, by);
        const after = cursor === undefined ? null : decodeCursor(idKey, cursor);
        const rows = await findHeld(reader, channelId, after, by);
        const count = await countHeld(reader, channelId, by);
        return { ...pageOfRows(rows, COMMENTS_PAGE_SIZE, ({ id }) => [id]), count };
      }),
    delete: (id, by) =>
      db.transact(async (tx) => {
        const found = await repo.lock(tx, id);
        if (found === undefined) throw errors.comment_not_found();
        const { streamId, authorId } = found;
        if (authorId !== by.userId) {
          await requireHigherRank(tx, found, by);
          const after = { commentId: id, authorId };
          await audit(tx, { by, action: 'comment.deleted', kind: 'stream', id: streamId, after });
        }
        await repo.remove(tx, id);
      }),
    decide: (id, outcome, by) =>
      db.transact(async (tx) => {
        const found = await repo.lock(tx, id);
        if (found === undefined) throw errors.comment_not_found();
        const { streamId, authorId, heldFor, parentId } = found;
        await access.requireModerator(tx, found.streamerId, by.userId);
        if (heldFor === null) throw errors.comment_decided();
        const after = { commentId: id, authorId };
        await audit(tx, { by, action: `comment.${outcome}`, kind: 'stream', id: streamId, after });
        if (outcome === 'refused') return await repo.remove(tx, id);
        await repo.release(tx, id);
        const parent = parentId && (await repo.findComment(tx, parentId, null));
        const repliedTo = parent ? parent.author.id : null;
        await jobs.send(tx, notifyOfComment, { commentId: id, repliedTo });
      }),
    isOn: (channelId) => db.read((reader) => settings.findIsOn(reader, channelId)),
    setOn: (channelId, isOn) => db.transact((tx) => settings.putIsOn(tx, channelId, isOn)),
    setRecordingOn: (streamId, isOn, channelId) =>
      db.transact(async (tx) => {
        const recording = await settings.findRecording(tx, streamId);
        if (recording?.streamerId !== channelId) throw errors.recording_not_found();
        await settings.putRecordingIsOn(tx, streamId, isOn);
      }),
  };
}
