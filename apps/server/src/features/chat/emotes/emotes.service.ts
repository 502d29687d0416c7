/** Streamers add emotes to their channel, and choose who may use them. */
import {
  CHAT_EMOTE_BASE_SLOTS,
  CHAT_EMOTE_TIER_SLOTS,
  type OwnEmote,
  type OwnEmotes,
} from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import type { MembershipsFeature } from '#features/memberships/index.ts';
import type { Database, Effect, Reader, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Images } from '#platform/images/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { errors } from '../chat.errors.ts';
import { chatEmotesChanged } from '../chat.events.ts';
import { createWordMatcher } from '../filters/word-matcher.ts';
import * as repo from './emotes.repo.ts';

export interface OwnEmotesOptions {
  readonly db: Database;
  readonly images: Pick<Images, 'store' | 'claim' | 'release' | 'discard'>;
  readonly memberships: Pick<MembershipsFeature, 'offeredTiers'>;
}

export interface EmoteEditor {
  own(channelId: UserId): Promise<OwnEmotes>;
  /** @throws emote_name_blocked, emote_exists, no_emote_slot, and what `images.store` throws */
  add(channelId: UserId, name: string, bytes: Buffer): Promise<OwnEmotes>;
  /** @throws emote_not_found, tier_not_offered */
  setTier(channelId: UserId, id: string, tierId: string | null): Promise<OwnEmotes>;
  /** @throws emote_not_found */
  remove(channelId: UserId, id: string): Promise<OwnEmotes>;
  exportOf(channelId: UserId): Promise<readonly OwnEmote[]>;
  /** Deletes the files of an account that is deleted in `tx`. */
  onDelete(tx: Writer, channelId: UserId, onCommit: (effect: Effect) => void): Promise<void>;
}

export function createEmoteEditor(options: OwnEmotesOptions): EmoteEditor {
  const { db, memberships, images } = options;

  async function own(channelId: UserId): Promise<OwnEmotes> {
    const tiers = [...(await memberships.offeredTiers(channelId))];
    return await db.read(async (reader) => ({
      items: (await repo.findAllOf(reader, channelId)).map(toOwn),
      slots: slotsOf(tiers.length),
      tiers,
      needsReview: (await readSettings(reader)).emotesNeedReview,
    }));
  }

  return {
    own,
    async add(channelId, name, bytes) {
      const slots = slotsOf((await memberships.offeredTiers(channelId)).length);
      // Checked before the image is rendered, which costs more.
      await db.read(async (reader) => {
        const { chatBlockedWords } = await readSettings(reader);
        if (createWordMatcher(chatBlockedWords).matches(name)) throw errors.emote_name_blocked();
        await requireSlot(reader, channelId, name, slots);
      });
      const url = await images.store(bytes, 'emote', channelId);
      try {
        await db.transact(async (tx) => {
          await repo.lockChannel(tx, channelId);
          await requireSlot(tx, channelId, name, slots);
          const { emotesNeedReview } = await readSettings(tx);
          const status = emotesNeedReview ? 'pending' : 'approved';
          await repo.insert(tx, { channelId, name, url, status });
          await images.claim(tx, url);
          await publish(tx, chatEmotesChanged, { channelId });
        });
      } catch (error) {
        await images.discard(url);
        throw error;
      }
      return await own(channelId);
    },
    async setTier(channelId, id, tierId) {
      const tiers = await memberships.offeredTiers(channelId);
      if (tierId !== null && !tiers.some((tier) => tier.id === tierId)) throw errors.tier_not_offered();
      await db.transact(async (tx) => {
        await lockOwn(tx, channelId, id);
        await repo.setTier(tx, id, tierId);
        await publish(tx, chatEmotesChanged, { channelId });
      });
      return await own(channelId);
    },
    async remove(channelId, id) {
      await db.transact(async (tx, onCommit) => {
        const { url } = await lockOwn(tx, channelId, id);
        await repo.remove(tx, id);
        await images.release(tx, url);
        await publish(tx, chatEmotesChanged, { channelId });
        onCommit(() => images.discard(url));
      });
      return await own(channelId);
    },
    exportOf: async (channelId) => (await db.read((reader) => repo.findAllOf(reader, channelId))).map(toOwn),
    async onDelete(tx, channelId, onCommit) {
      const urls = (await repo.findAllOf(tx, channelId)).map(({ url }) => url);
      for (const url of urls) await images.release(tx, url);
      onCommit(async () => void (await Promise.all(urls.map((url) => images.discard(url)))));
    },
  };
}

const slotsOf = (tiers: number): number => CHAT_EMOTE_BASE_SLOTS + tiers * CHAT_EMOTE_TIER_SLOTS;

async function requireSlot(db: Reader, channelId: UserId, name: string, slots: number): Promise<void> {
  const emotes = await repo.findAllOf(db, channelId);
  if (emotes.some((emote) => emote.name === name)) throw errors.emote_exists();
  if (emotes.length >= slots) throw errors.no_emote_slot();
}

async function lockOwn(tx: Writer, channelId: UserId, id: string): Promise<repo.StoredEmote> {
  const emote = await repo.lockEmote(tx, id);
  if (emote?.channelId !== channelId) throw errors.emote_not_found();
  return emote;
}

function toOwn({ id, name, url, tierId, status, reason }: repo.StoredEmote): OwnEmote {
  return { id, name, url, tierId, status, reason };
}
