/** Deletes messages, bans people from the chats of a channel, and appoints moderators. */
import {
  CHAT_MODERATORS_MAX,
  type ChatBanRequest,
  type ChatPower,
  type ChatStanding,
  MODERATOR_POWERS,
  type ModeratorPower,
} from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { accessRevoked } from '#features/live/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { errors } from '../chat.errors.ts';
import { chatMessagesDeleted, chatQueueChanged } from '../chat.events.ts';
import { removeAllOf } from '../held/held.repo.ts';
import * as repo from '../members/members.repo.ts';
import { channelOf, memberOf, rankOf, requireModerator } from '../members/ranks.ts';
import { lockRoom } from '../messages/messages.repo.ts';
import { storeLine } from '../messages/system-lines.ts';
import { countAppointed } from '../people/people.repo.ts';
import {
  type NoticesOptions,
  notifyAppealDecided,
  notifyAppointed,
  notifyBanned,
  notifyUnbanned,
} from './notices.ts';
import { findStanding, sendStandings } from './standing.ts';

export interface ChatModerationOptions extends NoticesOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic'>;
  /** The wall clock in milliseconds. */
  readonly nowMs: () => number;
}

export interface ChatModeration {
  /** @throws stream_not_found */
  channelOf(id: StreamId): Promise<UserId>;
  /** @throws stream_not_found */
  standing(id: StreamId, userId: UserId | null): Promise<ChatStanding>;
  /** @throws message_not_found, not_moderator */
  deleteMessage(id: StreamId, number: number, by: Actor): Promise<void>;
  /** Deletes all messages of a chat. @throws stream_not_found, not_moderator */
  clear(id: StreamId, by: Actor): Promise<void>;
  /** @throws stream_not_found, person_not_found, not_moderator */
  ban(id: StreamId, userId: UserId, request: ChatBanRequest, by: Actor): Promise<void>;
  /** @throws person_not_found, not_moderator */
  unban(channelId: UserId, userId: UserId, by: Actor): Promise<void>;
  /** @throws person_not_found, not_moderator, moderator_limit */
  setModerator(channelId: UserId, userId: UserId, isModerator: boolean, by: Actor): Promise<void>;
  /** @throws person_not_found, not_moderator, moderator_not_found */
  setPowers(channelId: UserId, userId: UserId, powers: readonly ModeratorPower[], by: Actor): Promise<void>;
  /** @throws person_not_found, not_moderator, moderator_limit */
  setVip(channelId: UserId, userId: UserId, isVip: boolean, by: Actor): Promise<void>;
}

export function createChatModeration(options: ChatModerationOptions): ChatModeration {
  const { notifications, db, nowMs } = options;

  /** Changes a role in the channel, for the streamer and admins. */
  async function appoint(
    table: repo.AppointmentsTable,
    channelId: UserId,
    userId: UserId,
    isAppointed: boolean,
    by: Actor,
    then: (tx: Writer) => Promise<void>,
  ): Promise<void> {
    await act(channelId, userId, by, 'appointments', async (tx) => {
      if (isAppointed && (await countAppointed(tx, table, channelId)) >= CHAT_MODERATORS_MAX)
        throw errors.moderator_limit();
      if (isAppointed) await repo.appoint(tx, table, channelId, userId);
      else await repo.dismiss(tx, table, channelId, userId);
      await then(tx);
    });
  }

  /** Acts on a person of lower rank, and sends their new standing to their open tabs. */
  async function act(
    channelId: UserId,
    userId: UserId,
    by: Actor,
    power: ChatPower,
    act: (tx: Writer) => Promise<void>,
  ): Promise<void> {
    await db.transact(async (tx) => {
      const rank = await requireModerator(tx, channelId, by.userId, power);
      if (rank <= rankOf(await memberOf(tx, channelId, userId), channelId)) throw errors.not_moderator();
      await act(tx);
    });
    await sendStandings(options, channelId, userId);
  }

  return {
    channelOf: async (id) => await db.read((reader) => channelOf(reader, id)),
    standing: async (id, userId) => await db.read((reader) => findStanding(reader, id, userId)),
    async deleteMessage(id, number, by) {
      await db.transact(async (tx) => {
        const channelId = await channelOf(tx, id);
        await memberOf(tx, channelId, by.userId);
        const authorId = await repo.deleteMessage(tx, id, number);
        if (authorId === null) throw errors.message_not_found();
        if (authorId !== by.userId) {
          const author = await repo.findMember(tx, channelId, authorId);
          const rank = await requireModerator(tx, channelId, by.userId, 'people');
          if (rank <= (author ? rankOf(author, channelId) : 0)) throw errors.not_moderator();
          await audit(tx, {
            by,
            action: 'chat.message_deleted',
            kind: 'stream',
            id,
            after: { number, authorId },
          });
        }
        await publish(tx, chatMessagesDeleted, {
          streamId: id,
          deleted: { authorId, from: number, upTo: number },
        });
      });
    },
    async clear(id, by) {
      await db.transact(async (tx) => {
        const channelId = await channelOf(tx, id);
        await requireModerator(tx, channelId, by.userId, 'room');
        const upTo = await repo.clear(tx, id);
        if (upTo === null) return;
        await publish(tx, chatMessagesDeleted, { streamId: id, deleted: { authorId: null, from: 1, upTo } });
        await audit(tx, { by, action: 'chat.cleared', kind: 'stream', id, after: { upTo } });
        // Like a deleted message, the line does not name the moderator.
        const fact = { kind: 'cleared' } as const;
        await storeLine(tx, { streamId: id, authorId: channelId, clientId: uuidv7(), fact });
      });
    },
    async ban(id, userId, { seconds, reason = '' }, by) {
      const until = seconds === null ? null : new Date(nowMs() + seconds * 1000);
      const channelId = await db.read((reader) => channelOf(reader, id));
      await act(channelId, userId, by, 'people', async (tx) => {
        // Messages that were stored before the ban are deleted below, and later ones find the ban.
        await lockRoom(tx, id);
        await repo.putBan(tx, { channelId, userId, until, reason, bannedBy: by.userId });
        await removeAllOf(tx, channelId, userId);
        await publish(tx, chatQueueChanged, { channelId });
        const upTo = await repo.deleteMessagesOf(tx, id, userId);
        if (upTo !== null) {
          await publish(tx, chatMessagesDeleted, {
            streamId: id,
            deleted: { authorId: userId, from: 1, upTo },
          });
          // Notifies only people who wrote in this chat, so that a ban is no way to write to strangers.
          await notifyBanned(tx, options, { id, channelId, userId }, { seconds, reason });
        }
        const after = { channelId, until: until?.toISOString() ?? null };
        await audit(tx, { by, action: 'chat.user_banned', kind: 'user', id: userId, reason, after });
      });
    },
    async unban(channelId, userId, by) {
      await act(channelId, userId, by, 'people', async (tx) => {
        const { hadAppealed, wasRunning } = await repo.removeBan(tx, channelId, userId);
        if (hadAppealed) {
          await notifyAppealDecided(tx, notifications, channelId, userId, { outcome: 'lifted', reply: '' });
          await publish(tx, chatQueueChanged, { channelId });
        } else if (wasRunning) await notifyUnbanned(tx, options, channelId, userId);
        await audit(tx, { by, action: 'chat.user_unbanned', kind: 'user', id: userId, after: { channelId } });
      });
    },
    async setModerator(channelId, userId, isModerator, by) {
      const action = isModerator ? 'chat.moderator_added' : 'chat.moderator_removed';
      await appoint('chat_moderators', channelId, userId, isModerator, by, async (tx) => {
        if (isModerator) {
          await repo.setPowers(tx, channelId, userId, MODERATOR_POWERS);
          await notifyAppointed(tx, options, channelId, userId);
        } else await publish(tx, accessRevoked, { userId });
        await audit(tx, { by, action, kind: 'user', id: userId, after: { channelId } });
      });
    },
    async setPowers(channelId, userId, powers, by) {
      await act(channelId, userId, by, 'appointments', async (tx) => {
        if (!(await repo.setPowers(tx, channelId, userId, powers))) throw errors.moderator_not_found();
        // Closes the queue to a moderator who may no longer decide.
        await publish(tx, accessRevoked, { userId });
        const after = { channelId, powers };
        await audit(tx, { by, action: 'chat.moderator_changed', kind: 'user', id: userId, after });
      });
    },
    async setVip(channelId, userId, isVip, by) {
      const action = isVip ? 'chat.vip_added' : 'chat.vip_removed';
      await appoint('chat_vips', channelId, userId, isVip, by, (tx) =>
        audit(tx, { by, action, kind: 'user', id: userId, after: { channelId } }),
      );
    },
  };
}

/** Deletes any message for an admin. Idempotent. */
export async function removeMessage(tx: Writer, id: StreamId, number: number): Promise<void> {
  const authorId = await repo.deleteMessage(tx, id, number);
  if (authorId === null) return;
  await publish(tx, chatMessagesDeleted, { streamId: id, deleted: { authorId, from: number, upTo: number } });
}
