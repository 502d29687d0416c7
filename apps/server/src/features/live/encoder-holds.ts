import type { UserId } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import { findStoppedSince } from './encoder-holds.repo.ts';

/**
 * Encoders come back by themselves when they are cut off, for as long as several minutes: after its
 * creator or an admin has stopped a broadcast, its encoder is turned away, or it would begin another one at once.
 */
const HOLD_MS = 5 * 60_000;

/** Channels whose encoders are turned away for a while. */
export class EncoderHolds {
  readonly #until = new Map<string, Date>();

  hold(userId: UserId, since = new Date()): void {
    for (const [held, until] of this.#until) if (until.getTime() <= Date.now()) this.#until.delete(held);
    this.#until.set(userId, new Date(since.getTime() + HOLD_MS));
  }

  /** Takes up those of an instance that has ended, as the rows of the broadcasts tell. */
  async restore(db: Database): Promise<void> {
    const since = new Date(Date.now() - HOLD_MS);
    const stopped = await db.read((reader) => findStoppedSince(reader, since));
    for (const { streamerId, at } of stopped) this.hold(streamerId, at);
  }

  release(userId: UserId): void {
    this.#until.delete(userId);
  }

  /** Null: encoders are let in. */
  until(userId: UserId): Date | null {
    const until = this.#until.get(userId);
    return until !== undefined && until.getTime() > Date.now() ? until : null;
  }
}
