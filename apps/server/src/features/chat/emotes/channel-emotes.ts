/** The emotes of channels that people can use, kept in memory, so that a message costs no query for them. */
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

/** Tiers may be renamed or deleted, which no event reports. */
const KEPT_MS = 60_000;
/** The emotes of this many channels are kept. */
const KEPT_CHANNELS = 500;

export class ChannelEmotes {
  readonly #options: ChannelEmotesOptions;
  readonly #kept = new ShortCache<readonly UsableEmote[]>({ ttlMs: KEPT_MS, maxEntries: KEPT_CHANNELS });

  constructor(options: ChannelEmotesOptions) {
    this.#options = options;
  }

  /** The emotes of a message as its author may use them. What else looks like one stays text. */
  async usedIn(text: string, channelId: UserId, authorId: UserId): Promise<readonly UsableEmote[]> {
    const names = new Set(emoteNamesIn(text));
    if (names.size === 0) return [];
    const named = (await this.#of(channelId)).filter(({ name }) => names.has(name));
    const canUse = await this.#permission(named, channelId, authorId);
    return named.filter(canUse).slice(0, CHAT_EMOTES_PER_MESSAGE);
  }

  /** @param callerId null: a visitor */
  async list(channelId: UserId, callerId: UserId | null): Promise<ChatEmote[]> {
    const emotes = await this.#of(channelId);
    const canUse = await this.#permission(emotes, channelId, callerId);
    return emotes.map((emote) => {
      const { name, url, tier } = emote;
      return { name, url, tier, canUse: canUse(emote) };
    });
  }

  /** The emotes of a channel have changed. */
  forget(): void {
    this.#kept.clear();
  }

  /** Reads subscriptions only where one of the emotes requires one. */
  async #permission(
    emotes: readonly UsableEmote[],
    channelId: UserId,
    userId: UserId | null,
  ): Promise<(emote: UsableEmote) => boolean> {
    if (userId === channelId || emotes.every(({ tier }) => tier === null)) return () => true;
    const covered =
      userId === null ? new Set() : await this.#options.memberships.coveredTiers(channelId, userId);
    return ({ tier }) => tier === null || covered.has(tier.id);
  }

  #of(channelId: UserId): Promise<readonly UsableEmote[]> {
    return this.#kept.get(channelId, () => this.#options.db.read((reader) => findUsable(reader, channelId)));
  }
}
