/** Keeps the usable emotes of channels in memory, so that a message costs no query for them. */
import { CHAT_EMOTES_PER_MESSAGE, type ChatEmote, emoteNamesIn } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import type { MembershipsFeature } from '#features/memberships/index.ts';
import type { Database } from '#platform/db/database.ts';
import { ShortCache } from '#platform/short-cache.ts';
import { findUsable, type UsableEmote } from './emotes.repo.ts';

export interface ChannelEmotesOptions {
  readonly db: Database;
  readonly memberships: Pick<MembershipsFeature, 'coveredTiers'>;
}

/** How long emotes are kept. No event reports that a tier was renamed or deleted. */
const KEPT_MS = 60_000;
/** The number of channels whose emotes are kept. */
const KEPT_CHANNELS = 500;

export interface ChannelEmotes {
  /** The emotes in a text that its author may use. Other words with colons stay text. */
  usedIn(text: string, channelId: UserId, authorId: UserId): Promise<readonly UsableEmote[]>;
  /** @param callerId null: a visitor without an account */
  list(channelId: UserId, callerId: UserId | null): Promise<ChatEmote[]>;
  /** Drops what is kept after the emotes of a channel have changed. */
  forget(): void;
}

export function createChannelEmotes(options: ChannelEmotesOptions): ChannelEmotes {
  const { memberships, db } = options;
  const kept = new ShortCache<readonly UsableEmote[]>({ ttlMs: KEPT_MS, maxEntries: KEPT_CHANNELS });

  /** Reads subscriptions only when one of the emotes requires one. */
  async function permission(
    emotes: readonly UsableEmote[],
    channelId: UserId,
    userId: UserId | null,
  ): Promise<(emote: UsableEmote) => boolean> {
    if (userId === channelId || emotes.every(({ tier }) => tier === null)) return () => true;
    const covered = userId === null ? new Set() : await memberships.coveredTiers(channelId, userId);
    return ({ tier }) => tier === null || covered.has(tier.id);
  }

  function of(channelId: UserId): Promise<readonly UsableEmote[]> {
    return kept.get(channelId, () => db.read((reader) => findUsable(reader, channelId)));
  }

  return {
    async usedIn(text, channelId, authorId) {
      const names = new Set(emoteNamesIn(text));
      if (names.size === 0) return [];
      const named = (await of(channelId)).filter(({ name }) => names.has(name));
      const canUse = await permission(named, channelId, authorId);
      return named.filter(canUse).slice(0, CHAT_EMOTES_PER_MESSAGE);
    },
    async list(channelId, callerId) {
      const emotes = await of(channelId);
      const canUse = await permission(emotes, channelId, callerId);
      return emotes.map((emote) => {
        const { name, url, tier } = emote;
        return { name, url, tier, canUse: canUse(emote) };
      });
    },
    forget() {
      kept.clear();
    },
  };
}
