import { LIBRARY_PAGE_SIZE } from '@tributary/contracts/library';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { shown } from '#features/live/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';
import { recordedMs } from '../recorded-duration.repo.ts';

/**
 * Saves a stream. Idempotent.
 * @returns false if there is no such stream
 */
export async function insertSaved(tx: Writer, userId: UserId, streamId: StreamId): Promise<boolean> {
  const stream = await tx
    .selectFrom('streams')
    .select('id')
    .where('id', '=', streamId)
    .forKeyShare()
    .executeTakeFirst();
  if (!stream) return false;
  await tx
    .insertInto('saved_streams')
    .values({ user_id: userId, stream_id: streamId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

export async function deleteSaved(tx: Writer, userId: UserId, streamId: StreamId): Promise<void> {
  await tx
    .deleteFrom('saved_streams')
    .where('user_id', '=', userId)
    .where('stream_id', '=', streamId)
    .execute();
}

export async function isSaved(db: Reader, userId: UserId, streamId: StreamId): Promise<boolean> {
  const row = await db
    .selectFrom('saved_streams')
    .select('stream_id')
    .where('user_id', '=', userId)
    .where('stream_id', '=', streamId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns one row more than a page, last saved first.
 * @param after the last item of the previous page
 */
export function findSaved(db: Reader, userId: UserId, after: CursorKey | null) {
  let query = shown(db)
    .innerJoin('saved_streams as k', 'k.stream_id', 's.id')
    .leftJoin('watch_history as h', (join) =>
      join.onRef('h.stream_id', '=', 's.id').onRef('h.user_id', '=', 'k.user_id'),
    )
    .select(['k.created_at as saved_at', 'h.position_ms', recordedMs.as('recorded_ms')])
    .where('k.user_id', '=', userId)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.stream_id', 'desc')
    .limit(LIBRARY_PAGE_SIZE + 1);
  if (after !== null) {
    query = query.where(isAfterKey({ column: 'k.created_at', id: 'k.stream_id', descending: true }, after));
  }
  return query.execute();
}

export async function countSaved(db: Reader, userId: UserId): Promise<number> {
  const { saved } = await shown(db)
    .clearSelect()
    .innerJoin('saved_streams as k', 'k.stream_id', 's.id')
    .select(sql<number>`count(*)`.as('saved'))
    .where('k.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return saved;
}

export const findAllSaved = (db: Reader, userId: UserId) =>
  db
    .selectFrom('saved_streams as k')
    .innerJoin('streams as s', 's.id', 'k.stream_id')
    .select(['s.id', 's.title', 'k.created_at as savedAt'])
    .where('k.user_id', '=', userId)
    .orderBy('k.created_at')
    .execute();
