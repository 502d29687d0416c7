/** The rules of a channel's chats, for other places where its viewers write. */
import type { ChatBan, ChatMatch } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import type { Reader } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';
import { createChatFilters } from './filters/chat-filters.ts';
import { banOf, findMember } from './members/members.repo.ts';
import { powersOf, rankOf } from './members/ranks.ts';
import { findSettings } from './room/settings.repo.ts';

/** A person as the chats of a channel know them. */
export interface ChannelMember {
  /** People may act on those of a lower rank. Rank 0 is an ordinary viewer. */
  readonly rank: number;
  /** Whether they may delete what people of a lower rank write. */
  readonly deletes: boolean;
  /** The ban in force; null: none. */
  readonly ban: ChatBan | null;
}

export interface FilterMatch {
  readonly filter: ChatMatch;
  /** Whether the text may wait for a moderator; otherwise it is refused. */
  readonly isHeld: boolean;
}

export interface ChannelRules {
  /** Null if there is no public account with this id. */
  memberOf(db: Reader, channelId: UserId, userId: UserId): Promise<ChannelMember | null>;
  /** @returns the filter that a text by a person of this rank matches; null: none */
  match(db: Reader, channelId: UserId, text: string, rank: number): Promise<FilterMatch | null>;
}

export function createChannelRules(): ChannelRules {
  const filters = createChatFilters();
  return {
    async memberOf(db, channelId, userId) {
      const member = await findMember(db, channelId, userId);
      if (member === null) return null;
      const deletes = powersOf(member, channelId).includes('people');
      return { rank: rankOf(member, channelId), deletes, ban: banOf(member) };
    },
    async match(db, channelId, text, rank) {
      const { chatBlockedWords } = await readSettings(db);
      const instance = filters.match(text, [], chatBlockedWords);
      if (instance !== null) return { filter: instance, isHeld: false };
      // Moderators are exempt from the rules of their channel.
      if (rank > 0) return null;
      const own = await findSettings(db, channelId);
      const filter = filters.match(text, own.filters, own.blockedWords);
      return filter && { filter, isHeld: own.filtered === 'hold' };
    },
  };
}
