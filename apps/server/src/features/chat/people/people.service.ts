/** People in the chats of a channel and their history there, and lists of its moderators, VIPs and bans. */
import {
  CHAT_BANS_PAGE_SIZE,
  type ChatBannedPerson,
  type ChatModerator,
  type ChatPerson,
  type ChatPersonHistory,
  type ChatVip,
} from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { timestampKey } from '#platform/db/keyset.ts';
import { errors } from '../chat.errors.ts';
import { banOf, findMember, toAppeal } from '../members/members.repo.ts';
import { memberOf, powersOf, RANKS, rankOf, requireModerator } from '../members/ranks.ts';
import * as repo from './people.repo.ts';
import { countMessages, findHistory } from './person-history.repo.ts';

export interface ChatPeople {
  /** @throws person_not_found */
  person(channelId: UserId, userId: UserId, callerId: UserId | null): Promise<ChatPerson>;
  /** @throws person_not_found */
  personNamed(channelId: UserId, username: string, callerId: UserId): Promise<ChatPerson>;
  /** @throws person_not_found, not_moderator */
  history(channelId: UserId, userId: UserId, callerId: UserId): Promise<ChatPersonHistory>;
  /** By username. @throws person_not_found, not_moderator */
  moderators(channelId: UserId, callerId: UserId): Promise<ChatModerator[]>;
  /** By username. @throws person_not_found, not_moderator */
  vips(channelId: UserId, callerId: UserId): Promise<ChatVip[]>;
  /** @throws person_not_found, not_moderator, cursor_invalid */
  bans(
    channelId: UserId,
    callerId: UserId,
    options: { search?: string | undefined; cursor?: string | undefined },
  ): Promise<{ items: ChatBannedPerson[]; next: string | null }>;
}

export function createChatPeople({ db }: { readonly db: Database }): ChatPeople {
  return {
    person: async (channelId, userId, callerId) =>
      await db.read((reader) => person(reader, channelId, userId, callerId)),
    personNamed: async (channelId, username, callerId) =>
      await db.read(async (reader) => {
        const userId = await repo.findIdByUsername(reader, username);
        if (userId === null) throw errors.person_not_found();
        return await person(reader, channelId, userId, callerId);
      }),
    history: async (channelId, userId, callerId) =>
      await db.read(async (reader) => {
        await requireModerator(reader, channelId, callerId, 'people');
        return await findHistory(reader, channelId, userId);
      }),
    moderators: async (channelId, callerId) =>
      await db.read(async (reader) => {
        await requireModerator(reader, channelId, callerId, null);
        const rows = await repo.findModerators(reader, channelId);
        return rows.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() }));
      }),
    vips: async (channelId, callerId) =>
      await db.read(async (reader) => {
        await requireModerator(reader, channelId, callerId, null);
        const rows = await repo.findVips(reader, channelId);
        return rows.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() }));
      }),
    async bans(channelId, callerId, { search = '', cursor }) {
      const after = cursor === undefined ? null : decodeCursor(timestampKey, cursor);
      const rows = await db.read(async (reader) => {
        await requireModerator(reader, channelId, callerId, 'people');
        return await repo.findBans(reader, channelId, { search, after });
      });
      const { items, next } = pageOfRows(rows, CHAT_BANS_PAGE_SIZE, ({ bannedAt, id }) => [
        bannedAt.toISOString(),
        id,
      ]);
      return {
        items: items.map(toBannedPerson),
        next,
      };
    },
  };
}

type BannedRow = Awaited<ReturnType<typeof repo.findBans>>[number];

function toBannedPerson({ until, bannedAt, ...ban }: BannedRow): ChatBannedPerson {
  return {
    ...ban,
    until: until?.toISOString() ?? null,
    bannedAt: bannedAt.toISOString(),
    appeal: toAppeal(ban),
  };
}

async function person(
  reader: Reader,
  channelId: UserId,
  userId: UserId,
  callerId: UserId | null,
): Promise<ChatPerson> {
  const other = await memberOf(reader, channelId, userId);
  const caller = callerId && (await findMember(reader, channelId, callerId));
  const rank = caller ? rankOf(caller, channelId) : 0;
  const powers = caller ? powersOf(caller, channelId) : [];
  const { username, displayName, avatarUrl, joinedAt, followsSince, isVip } = other;
  return {
    id: userId,
    username,
    displayName,
    avatarUrl,
    isVip,
    isModerator: other.powers !== null,
    joinedAt: joinedAt.toISOString(),
    followsSince: followsSince?.toISOString() ?? null,
    messageCount: await countMessages(reader, channelId, userId),
    ban: rank > 0 ? banOf(other) : null,
    canBan: powers.includes('people') && rank > rankOf(other, channelId),
    canAppoint: powers.includes('appointments') && rankOf(other, channelId) <= RANKS.moderator,
  };
}
