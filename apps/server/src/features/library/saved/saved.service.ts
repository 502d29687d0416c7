import { LIBRARY_PAGE_SIZE, type SavedItem } from '@tributary/contracts/library';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { type Live, toStream } from '#features/live/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { timestampKey } from '#platform/db/keyset.ts';
import { libraryErrors } from '../library.errors.ts';
import { progressOf, toLibraryStream } from '../library-stream.ts';
import * as repo from './saved.repo.ts';

export interface Saved {
  has(userId: UserId, id: StreamId): Promise<{ saved: boolean }>;
  /**
   * Saves a stream. Idempotent.
   * @throws AppError `stream_not_found`
   */
  add(userId: UserId, id: StreamId): Promise<{ saved: boolean }>;
  /** Removes a saved stream. Idempotent. */
  remove(userId: UserId, id: StreamId): Promise<{ saved: boolean }>;
  /** @throws AppError `cursor_invalid` */
  page(userId: UserId, cursor?: string): Promise<{ items: SavedItem[]; next: string | null }>;
}

export function createSaved({
  db,
  viewers,
}: {
  readonly db: Database;
  readonly viewers: Live['viewers'];
}): Saved {
  return {
    has: async (userId, id) => ({ saved: await db.read((reader) => repo.isSaved(reader, userId, id)) }),
    async add(userId, id) {
      const found = await db.transact((tx) => repo.insertSaved(tx, userId, id));
      if (!found) throw libraryErrors.stream_not_found();
      return { saved: true };
    },
    async remove(userId, id) {
      await db.transact((tx) => repo.deleteSaved(tx, userId, id));
      return { saved: false };
    },
    async page(userId, cursor) {
      const after = cursor === undefined ? null : decodeCursor(timestampKey, cursor);
      const rows = await db.read((reader) => repo.findSaved(reader, userId, after));
      const page = pageOfRows(rows, LIBRARY_PAGE_SIZE, (row) => [row.saved_at.toISOString(), row.id]);
      const items = page.items.map((row) => ({
        stream: toLibraryStream(toStream(row), viewers),
        savedAt: row.saved_at.toISOString(),
        progress: progressOf(row.recorded_ms, row.position_ms),
      }));
      return { items, next: page.next };
    },
  };
}
