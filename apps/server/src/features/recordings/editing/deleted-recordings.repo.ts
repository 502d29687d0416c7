import type { StreamId, UserId } from '@tributary/contracts';
import type { Reader, Writer } from '#platform/db/database.ts';

export async function setDeleted(tx: Writer, id: StreamId, at: Date): Promise<void> {
  await tx
    .updateTable('recordings')
    .set({ state: 'deleted', deleted_at: at })
    .where('stream_id', '=', id)
    .execute();
}

export async function restore(tx: Writer, id: StreamId): Promise<void> {
  await tx
    .updateTable('recordings')
    .set({ state: 'ready', deleted_at: null, decide_by: null })
    .where('stream_id', '=', id)
    .execute();
}

/** Recordings that were deleted before a time, oldest first. */
export const findDeleted = (
  db: Reader,
  before: Date,
  limit: number,
): Promise<{ streamId: StreamId; streamerId: UserId }[]> =>
  db
    .selectFrom('recordings')
    .select(['stream_id as streamId', 'streamer_id as streamerId'])
    .where('state', '=', 'deleted')
    .where('deleted_at', '<', before)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
