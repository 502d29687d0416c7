import type { StreamId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';

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
