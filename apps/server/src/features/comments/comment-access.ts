/** Decides who may read and write the comments of a recording: the people who may watch it. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { ChannelMember, ChannelRules } from '#features/chat/index.ts';
import type { Live } from '#features/live/index.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { type CommentedRecording, findRecording } from './commented-recordings.repo.ts';
import { errors } from './comments.errors.ts';

export type Viewer = Pick<Caller, 'userId' | 'roles' | 'owesSecondFactor'>;

export interface CommentAccessOptions {
  readonly db: Database;
  readonly playback: Pick<Live['playback'], 'requireAccess'>;
  readonly rules: ChannelRules;
}

export interface CommentAccess {
  /** @throws recording_not_found, and the errors of access to a gated stream */
  open(id: StreamId, viewer: Viewer | null): Promise<CommentedRecording>;
  /** @throws account_hidden */
  memberOf(db: Reader, channelId: UserId, userId: UserId): Promise<ChannelMember>;
  /** A person who may write now. @throws account_hidden, comments_banned */
  requireWriter(db: Reader, channelId: UserId, userId: UserId): Promise<ChannelMember>;
  /** @throws account_hidden, not_moderator */
  requireModerator(db: Reader, channelId: UserId, userId: UserId): Promise<ChannelMember>;
}

export function createCommentAccess({ db, playback, rules }: CommentAccessOptions): CommentAccess {
  async function memberOf(reader: Reader, channelId: UserId, userId: UserId): Promise<ChannelMember> {
    const member = await rules.memberOf(reader, channelId, userId);
    if (member === null) throw errors.account_hidden();
    return member;
  }

  return {
    async open(id, viewer) {
      const recording = await db.read((reader) => findRecording(reader, id));
      if (recording === null) throw errors.recording_not_found();
      if (recording.isPrivate && !isOwn(recording, viewer)) throw errors.recording_not_found();
      await playback.requireAccess(id, viewer);
      return recording;
    },
    memberOf,
    async requireWriter(reader, channelId, userId) {
      const member = await memberOf(reader, channelId, userId);
      if (member.ban !== null) throw errors.comments_banned();
      return member;
    },
    async requireModerator(reader, channelId, userId) {
      const member = await memberOf(reader, channelId, userId);
      if (!member.deletes) throw errors.not_moderator();
      return member;
    },
  };
}

/** Whether a private recording is the viewer's, or the viewer is an admin. */
const isOwn = ({ streamerId }: CommentedRecording, viewer: Viewer | null): boolean =>
  viewer !== null &&
  (viewer.userId === streamerId || (viewer.roles.includes('admin') && !viewer.owesSecondFactor));
