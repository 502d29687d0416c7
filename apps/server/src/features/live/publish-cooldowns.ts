import type { UserId } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import { findStoppedSince } from './publish-cooldowns.repo.ts';

/**
 * Encoders come back by themselves when they are cut off: after its creator or an admin has stopped a
 * stream, its encoder is turned away, or it would begin another one at once.
 */
const HOLD_MS = 5 * 60_000;

interface Hold {
  readonly since: number;
  until: number;
}

/** Channels whose encoders are turned away for a while. */
export class PublishCooldowns {
  readonly #holds = new Map<string, Hold>();

  hold(userId: UserId, since = new Date()): void {
    for (const [held, { until }] of this.#holds) if (until <= Date.now()) this.#holds.delete(held);
    this.#holds.set(userId, { since: since.getTime(), until: since.getTime() + HOLD_MS });
  }

  /**
   * Whether an encoder that knocks is turned away. One that goes on knocking is held as long again as it
   * has been: OBS tries for hours, each pause up to half as long as all of them before it.
   */
  turnsAway(userId: UserId): boolean {
    const hold = this.#holds.get(userId);
    const now = Date.now();
    if (hold === undefined || hold.until <= now) return false;
    hold.until = Math.max(hold.until, now + (now - hold.since));
    return true;
  }

  /** Takes up those of an instance that has ended, as the rows of the streams tell. */
  async restore(db: Database): Promise<void> {
    const since = new Date(Date.now() - HOLD_MS);
    const stopped = await db.read((reader) => findStoppedSince(reader, since));
    for (const { streamerId, at } of stopped) this.hold(streamerId, at);
  }

  release(userId: UserId): void {
    this.#holds.delete(userId);
  }

  /** Null: encoders are let in. */
  until(userId: UserId): Date | null {
    const until = this.#holds.get(userId)?.until ?? 0;
    return until > Date.now() ? new Date(until) : null;
  }
}
