/** Watch history of people with an account, written as their players report; they can pause and clear it. */
import { LIBRARY_PAGE_SIZE, type WatchedItem } from '@tributary/contracts/library';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { createWatchClock, type Live, toStream, type Watched } from '#features/live/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { timestampKey } from '#platform/db/keyset.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log/log.ts';
import { progressOf, toLibraryStream } from '../library-stream.ts';
import * as repo from './history.repo.ts';

export interface WatchHistory {
  /** Reports the stream that a tab plays now, or null. `userId` is null for a visitor, who has no history. */
  watching(tab: object, userId: UserId | null, streamId: StreamId | null): void;
  /** @throws AppError `cursor_invalid` */
  page(userId: UserId, cursor?: string): Promise<{ items: WatchedItem[]; next: string | null }>;
  /** The recordings that the user has begun and not finished. */
  unfinished(userId: UserId): Promise<{ items: WatchedItem[] }>;
  position(userId: UserId, id: StreamId): Promise<{ positionMs: number | null }>;
  /** Stores a position. Does nothing if there is no recording, or while the history is paused. */
  setPosition(userId: UserId, id: StreamId, positionMs: number): Promise<void>;
  /** Removes a stream from the history. Idempotent. */
  remove(userId: UserId, id: StreamId): Promise<void>;
  clear(userId: UserId): Promise<void>;
  /** Writes the watch time that is still in memory. */
  close(): Promise<void>;
}

export interface WatchHistoryOptions {
  readonly db: Database;
  readonly log: Log;
  readonly viewers: Live['viewers'];
}

/** How often watch time is written, which is also the delay until a stream appears in the list. */
const WRITE_INTERVAL_MS = 2_000;

export function createWatchHistory({ db, log, viewers }: WatchHistoryOptions): WatchHistory {
  const clock = createWatchClock<repo.Watcher>();
  let writing: Promise<void> | null = null;

  async function write(watched: readonly Watched<repo.Watcher>[]): Promise<void> {
    if (watched.length === 0) return;
    await db
      .transact((tx) => repo.addWatched(tx, watched))
      .catch((err: unknown) => {
        log.warn({ err, rows: watched.length }, 'Could not write watch history');
        if (err instanceof AppError && err.kind === 'unavailable') clock.giveBack(watched);
      });
  }
  const timer = setInterval(() => {
    // Only one write runs at a time, however slow the database is.
    writing ??= write(clock.take()).finally(() => {
      writing = null;
    });
  }, WRITE_INTERVAL_MS);

  const present = (row: Awaited<ReturnType<typeof repo.findWatched>>[number]): WatchedItem => {
    return {
      stream: toLibraryStream(toStream(row), viewers),
      firstWatchedAt: row.first_watched_at.toISOString(),
      lastWatchedAt: row.last_watched_at.toISOString(),
      secondsWatched: row.seconds_watched,
      progress: progressOf(row.recorded_ms, row.position_ms),
    };
  };

  return {
    watching: (tab, userId, id) => clock.watching(tab, userId && { id: userId }, id),
    async page(userId, cursor) {
      const after = cursor === undefined ? null : decodeCursor(timestampKey, cursor);
      const rows = await db.read((reader) => repo.findWatched(reader, userId, after));
      const page = pageOfRows(rows, LIBRARY_PAGE_SIZE, (row) => [row.last_watched_at.toISOString(), row.id]);
      return { items: page.items.map(present), next: page.next };
    },
    async unfinished(userId) {
      const rows = await db.read((reader) => repo.findContinue(reader, userId));
      return { items: rows.map(present) };
    },
    position: async (userId, id) => ({
      positionMs: await db.read((reader) => repo.findPosition(reader, userId, id)),
    }),
    setPosition: (userId, id, positionMs) =>
      db.transact((tx) => repo.setPosition(tx, userId, id, positionMs)),
    remove: (userId, id) => db.transact((tx) => repo.deleteWatched(tx, userId, id)),
    clear: (userId) => db.transact((tx) => repo.clearWatched(tx, userId)),
    async close() {
      clearInterval(timer);
      await writing;
      await write(clock.takeAll());
    },
  };
}
