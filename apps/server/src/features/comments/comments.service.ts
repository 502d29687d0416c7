/** Reads and stores the comments of recordings. */
import {
  COMMENTS_PAGE_SIZE,
  COMMENTS_PER_HOUR,
  COMMENTS_PER_NETWORK,
  type Comment,
  type CommentId,
  type CommentSection,
  REPLIES_PAGE_SIZE,
} from '@tributary/contracts/comments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { ChannelRules } from '#features/chat/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database, Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, idKey, integerKey } from '#platform/db/keyset.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { HOUR_MS } from '#platform/durations.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { countNetwork } from '#platform/network/network-rate.ts';
import type { Counter, SharedState } from '#platform/shared-state/index.ts';
import type { CommentAccess, Viewer } from './comment-access.ts';
import * as likes from './comment-likes.repo.ts';
import type { CommentedRecording } from './commented-recordings.repo.ts';
import { errors, FILTER_ERRORS } from './comments.errors.ts';
import { notifyOfComment } from './comments.jobs.ts';
import * as repo from './comments.repo.ts';

export interface CommentsOptions {
  readonly db: Database;
  readonly replica: ReadDatabase;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly sharedState: SharedState;
  readonly rules: ChannelRules;
  readonly access: CommentAccess;
}

/** A person who writes, and the network of their request. */
export interface CommentAuthor {
  readonly caller: Viewer;
  readonly network: string;
}

export interface CommentPage {
  readonly items: Comment[];
  readonly next: string | null;
}

/** All methods throw recording_not_found, and the errors of access to a gated stream. */
export interface Comments {
  section(id: StreamId, viewer: Viewer | null): Promise<CommentSection>;
  /** @throws account_hidden, not_moderator if the page is that of held comments */
  page(
    id: StreamId,
    list: { readonly order: 'top' | 'newest' | 'held'; readonly cursor?: string | undefined },
    viewer: Viewer | null,
  ): Promise<CommentPage>;
  /** @throws comment_not_found */
  get(id: CommentId, viewer: Viewer | null): Promise<Comment>;
  /** @throws comment_not_found */
  replies(id: CommentId, cursor: string | undefined, viewer: Viewer | null): Promise<CommentPage>;
  /**
   * Stores a comment, or a reply to one, or holds it for moderators.
   * @throws comments_off, comments_banned, account_hidden, comments_limited, comment_not_found, comment_blocked_word,
   *   comment_link, comment_capitals, comment_repetition
   */
  write(
    id: StreamId,
    written: { readonly text: string; readonly replyTo?: CommentId | undefined },
    by: CommentAuthor,
  ): Promise<Comment>;
  /** @throws as `write` does */
  edit(id: CommentId, text: string, by: CommentAuthor): Promise<Comment>;
  /** Idempotent. @throws comment_not_found, comments_banned, account_hidden */
  like(id: CommentId, isLiked: boolean, caller: Viewer): Promise<{ likes: number }>;
}

const keyOf = (order: 'top' | 'newest' | 'held', cursor: string | undefined): CursorKey | null => {
  if (cursor === undefined) return null;
  return order === 'top' ? decodeCursor(integerKey, cursor) : decodeCursor(idKey, cursor);
};

const isOn = ({ isChannelOn, isRecordingOn }: CommentedRecording) => isChannelOn && isRecordingOn;

export function createComments({ db, replica, jobs, sharedState, rules, access }: CommentsOptions): Comments {
  const written = sharedState.store('comments');

  function refuseBeyond(limit: number, { count, expiresInMs }: Counter): void {
    if (count <= limit) return;
    throw errors.comments_limited({ retryAfterSeconds: Math.ceil(expiresInMs / 1000) });
  }

  async function spendBudget({ caller, network }: CommentAuthor): Promise<void> {
    refuseBeyond(COMMENTS_PER_HOUR, await written.increment(`account ${caller.userId}`, HOUR_MS));
    const rate = { of: 'network', network, windowMs: HOUR_MS, max: COMMENTS_PER_NETWORK };
    refuseBeyond(COMMENTS_PER_NETWORK, await countNetwork(written, rate));
  }

  /** The comment and its recording, which takes comments unless the viewer moderates it. */
  async function open(id: CommentId, viewer: Viewer | null): Promise<Comment> {
    const found = await db.read((reader) => repo.findComment(reader, id, viewer?.userId ?? null));
    if (found === null) throw errors.comment_not_found();
    const recording = await access.open(found.streamId, viewer);
    const isAuthor = viewer?.userId === found.author.id;
    const isHidden = !isOn(recording) || (found.isHeld && !isAuthor);
    if (isHidden && !(await isModerator(recording, viewer))) throw errors.comment_not_found();
    return found;
  }

  async function isModerator({ streamerId }: CommentedRecording, viewer: Viewer | null): Promise<boolean> {
    if (viewer === null) return false;
    const member = await db.read((reader) => rules.memberOf(reader, streamerId, viewer.userId));
    return member?.deletes ?? false;
  }

  /** @returns the filter for which the text has to wait @throws comments_banned, account_hidden, the filters' errors */
  async function check(reader: Reader, channelId: UserId, text: string, authorId: UserId) {
    const { rank } = await access.requireWriter(reader, channelId, authorId);
    const match = await rules.match(reader, channelId, text, rank);
    if (match !== null && !match.isHeld) throw FILTER_ERRORS[match.filter]();
    return match?.filter ?? null;
  }

  /** The answered comment. Replies to replies join the comment above them. */
  async function findAnswered(tx: Writer, streamId: StreamId, id: CommentId | undefined) {
    if (id === undefined) return null;
    const answered = await repo.lock(tx, id);
    if (answered?.streamId !== streamId || answered.heldFor !== null) throw errors.comment_not_found();
    return answered;
  }

  async function view(reader: Reader, id: CommentId, viewerId: UserId): Promise<Comment> {
    const found = await repo.findComment(reader, id, viewerId);
    if (found === null) throw errors.comment_not_found();
    return found;
  }

  return {
    async section(id, viewer) {
      const recording = await access.open(id, viewer);
      const { isChannelOn, isRecordingOn, streamerId } = recording;
      return await db.read(async (reader) => {
        const { shown, held } = await repo.countComments(reader, id);
        const member = viewer && (await rules.memberOf(reader, streamerId, viewer.userId));
        const canModerate = member?.deletes ?? false;
        return {
          isChannelOn,
          isRecordingOn,
          count: isOn(recording) || canModerate ? shown : 0,
          heldCount: canModerate ? held : 0,
          canModerate,
          ban: member?.ban ?? null,
        };
      });
    },
    async page(id, { order, cursor }, viewer) {
      const recording = await access.open(id, viewer);
      if (order === 'held') {
        if (viewer === null) throw errors.not_moderator();
        await db.read((reader) => access.requireModerator(reader, recording.streamerId, viewer.userId));
      } else if (!isOn(recording) && !(await isModerator(recording, viewer)))
        return { items: [], next: null };
      const after = keyOf(order, cursor);
      const viewerId = viewer?.userId ?? null;
      // Moderators decide about held comments by what is true now.
      const from = order === 'held' ? db : replica;
      const rows = await from.read((reader) => repo.findPage(reader, id, { order, after }, viewerId));
      return pageOfRows(rows, COMMENTS_PAGE_SIZE, (row) =>
        order === 'top' ? [row.likes, row.id] : [row.id],
      );
    },
    get: open,
    async replies(id, cursor, viewer) {
      await open(id, viewer);
      const after = cursor === undefined ? null : decodeCursor(idKey, cursor);
      const viewerId = viewer?.userId ?? null;
      const rows = await replica.read((reader) => repo.findReplies(reader, id, after, viewerId));
      return pageOfRows(rows, REPLIES_PAGE_SIZE, (row) => [row.id]);
    },
    async write(streamId, { text, replyTo }, by) {
      const recording = await access.open(streamId, by.caller);
      if (!isOn(recording)) throw errors.comments_off();
      await spendBudget(by);
      const authorId = by.caller.userId;
      return await db.transact(async (tx) => {
        const heldFor = await check(tx, recording.streamerId, text, authorId);
        const answered = await findAnswered(tx, streamId, replyTo);
        const parentId = answered && (answered.parentId ?? answered.id);
        const id = await repo.insert(tx, { streamId, authorId, parentId, text, heldFor });
        await jobs.send(tx, notifyOfComment, { commentId: id, repliedTo: answered?.authorId ?? null });
        return await view(tx, id, authorId);
      });
    },
    async edit(id, text, by) {
      const authorId = by.caller.userId;
      const recording = await access.open((await open(id, by.caller)).streamId, by.caller);
      if (!isOn(recording)) throw errors.comments_off();
      await spendBudget(by);
      return await db.transact(async (tx) => {
        const found = await repo.lock(tx, id);
        if (found?.authorId !== authorId) throw errors.comment_not_found();
        const match = await check(tx, recording.streamerId, text, authorId);
        // A change does not release a comment that a moderator has to see.
        await repo.change(tx, id, { text, heldFor: match ?? found.heldFor });
        return await view(tx, id, authorId);
      });
    },
    async like(id, isLiked, caller) {
      const { streamId } = await open(id, caller);
      const { streamerId } = await access.open(streamId, caller);
      return await db.transact(async (tx) => {
        await access.requireWriter(tx, streamerId, caller.userId);
        const found = await repo.lock(tx, id);
        if (found === undefined || found.heldFor !== null) throw errors.comment_not_found();
        const change = isLiked ? likes.insertLike : likes.deleteLike;
        return { likes: await change(tx, id, caller.userId) };
      });
    },
  };
}
