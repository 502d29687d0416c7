import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

/** The streamers of those of the streams whose recordings others can watch. */
export async function findCounted(
  db: Reader,
  ids: readonly StreamId[],
): Promise<ReadonlyMap<StreamId, UserId>> {
  const rows = await db
    .selectFrom('recordings')
    .select(['stream_id', 'streamer_id'])
    .where('stream_id', 'in', ids)
    .where('state', '=', 'ready')
    .where('visibility', '<>', 'private')
    .execute();
  return new Map(rows.map((row) => [row.stream_id, row.streamer_id]));
}

export interface Watch {
  readonly views: number;
  readonly seconds: number;
}

export async function addViews(tx: Writer, watches: ReadonlyMap<StreamId, Watch>): Promise<void> {
  // In one order, so that processes that write at once do not wait for each other.
  const sorted = [...watches].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, { views, seconds }] of sorted) {
    await tx
      .updateTable('recordings')
      .set({
        views: sql<number>`views + ${views}`,
        watched_seconds: sql<number>`watched_seconds + ${seconds}`,
      })
      .where('stream_id', '=', id)
      .execute();
  }
}
