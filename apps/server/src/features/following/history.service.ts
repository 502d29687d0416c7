/** What somebody watched while signed in: written as their players report it, theirs to clear and to pause. */
import { LIBRARY_PAGE_SIZE, type StreamId, type UserId, type WatchedItem } from '@tributary/contracts';
import { toStream } from '#features/live/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { placeByMoment } from '#platform/db/keyset.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log/log.ts';
import * as repo from './history.repo.ts';
import { toKeptStream, type ViewersOf } from './streams.repo.ts';
import { WatchClock, type Watched } from './watch-clock.ts';

export interface WatchHistory {
  /** A tab of somebody's plays a stream now, or nothing; null: a visitor. */
  watching(tab: object, userId: UserId | null, streamId: StreamId | null): void;
  /** @throws AppError `cursor_invalid` */
  page(userId: UserId, cursor?: string): Promise<{ items: WatchedItem[]; next: string | null }>;
  /** Idempotent. */
  remove(userId: UserId, id: StreamId): Promise<void>;
  clear(userId: UserId): Promise<void>;
  /** Writes the rest. */
  close(): Promise<void>;
}

export interface WatchHistoryOptions {
  readonly db: Database;
  readonly log: Log;
  readonly viewersOf: ViewersOf;
}

/** How often those due are looked for: as late as this does a stream appear in the list. */
const LOOK_MS = 2_000;

export function createWatchHistory({ db, log, viewersOf }: WatchHistoryOptions): WatchHistory {
  const clock = new WatchClock();
  let writing: Promise<void> | null = null;

  async function write(watched: readonly Watched[]): Promise<void> {
    if (watched.length === 0) return;
    await db
      .transact((tx) => repo.addWatched(tx, watched))
      .catch((err: unknown) => {
        log.warn({ err }, 'What people watched could not be recorded');
        if (err instanceof AppError && err.kind === 'unavailable') clock.giveBack(watched);
      });
  }
  const timer = setInterval(() => {
    // A slow database is asked again only when it has answered.
    writing ??= write(clock.take()).finally(() => {
      writing = null;
    });
  }, LOOK_MS);

  return {
    watching: (tab, userId, id) => clock.watching(tab, userId, id),
    async page(userId, cursor) {
      const after = cursor === undefined ? null : decodeCursor(placeByMoment, cursor);
      const rows = await db.read((reader) => repo.findWatched(reader, userId, after));
      const page = pageOfRows(rows, LIBRARY_PAGE_SIZE, (row) => [row.last_watched_at.toISOString(), row.id]);
      const items = page.items.map((row) => ({
        stream: toKeptStream(toStream(row), viewersOf),
        firstWatchedAt: row.first_watched_at.toISOString(),
        lastWatchedAt: row.last_watched_at.toISOString(),
        secondsWatched: row.seconds_watched,
      }));
      return { items, next: page.next };
    },
    remove: (userId, id) => db.transact((tx) => repo.deleteWatched(tx, userId, id)),
    clear: (userId) => db.transact((tx) => repo.clearWatched(tx, userId)),
    async close() {
      clearInterval(timer);
      await writing;
      await write(clock.takeAll());
    },
  };
}
