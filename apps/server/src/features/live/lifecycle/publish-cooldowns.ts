import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { findStoppedSince } from './publish-cooldowns.repo.ts';

/** Encoders reconnect by themselves, and would begin a new stream after theirs was stopped. */
const COOLDOWN_MS = 5 * 60_000;

/**
 * Channels whose encoders are refused for a while, because their creator or an admin stopped the stream. Shared
 * by all processes, since the encoder may reconnect to any of them.
 */
export interface PublishCooldowns {
  start(userId: UserId): Promise<void>;
  /**
   * Whether a publish is refused. Every refused attempt lengthens the cooldown to last as long again as it has
   * so far: OBS retries for hours, with each pause up to half as long as all before it together.
   */
  refuses(userId: UserId): Promise<boolean>;
  /** Continues the cooldowns of an instance that was restarted, from the rows of its streams. */
  restore(db: Database): Promise<void>;
  clear(userId: UserId): Promise<void>;
  /** @returns null when encoders may publish */
  until(userId: UserId): Promise<Date | null>;
}

export function createPublishCooldowns(sharedState: SharedState): PublishCooldowns {
  /** When each cooldown began, as an ISO time, until it ends. */
  const cooldowns = sharedState.store('publish-cooldowns');

  return {
    async start(userId) {
      await cooldowns.set(userId, new Date().toISOString(), COOLDOWN_MS);
    },
    async refuses(userId) {
      const cooldown = await cooldowns.get(userId);
      if (cooldown === null) return false;
      const lastedMs = Date.now() - Date.parse(cooldown.value);
      await cooldowns.extend(userId, Math.max(cooldown.expiresInMs, lastedMs));
      return true;
    },
    async restore(db) {
      const stopped = await db.read((reader) => findStoppedSince(reader, new Date(Date.now() - COOLDOWN_MS)));
      for (const { streamerId, at } of stopped) {
        const remainingMs = at.getTime() + COOLDOWN_MS - Date.now();
        if (remainingMs > 0) await cooldowns.setIfAbsent(streamerId, at.toISOString(), remainingMs);
      }
    },
    async clear(userId) {
      await cooldowns.delete(userId);
    },
    async until(userId) {
      const cooldown = await cooldowns.get(userId);
      return cooldown && new Date(Date.now() + cooldown.expiresInMs);
    },
  };
}
