import type { StreamId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Trim } from '../recordings.tables.ts';

/** Forgets the size of a recording's MP4 file. @returns whether viewers may download it */
export async function forget(tx: Writer, id: StreamId): Promise<boolean> {
  const row = await tx
    .updateTable('recordings')
    .set({ download_byte_length: null })
    .where('stream_id', '=', id)
    .returning('allows_download as allowsDownload')
    .executeTakeFirst();
  return row?.allowsDownload ?? false;
}

const unmeasured = (db: Reader) =>
  db
    .selectFrom('recordings')
    .where('state', '=', 'ready')
    .where('allows_download', '=', true)
    .where('download_byte_length', 'is', null);

export interface UnmeasuredRecording {
  readonly mediaId: StreamId;
  readonly trim: Trim | null;
}

/** @returns undefined where it is not ready, its size is known, or viewers may not download it */
export const findOne = (db: Reader, id: StreamId): Promise<UnmeasuredRecording | undefined> =>
  unmeasured(db).select(['media_id as mediaId', 'trim']).where('stream_id', '=', id).executeTakeFirst();

export async function findAll(db: Reader, limit: number): Promise<StreamId[]> {
  const rows = await unmeasured(db).select('stream_id as id').orderBy('created_at').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** @returns false where the recording is gone, or another trimming was applied since */
export async function set(
  tx: Writer,
  id: StreamId,
  trim: Pick<Trim, 'revision'> | null,
  byteLength: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recordings')
    .set({ download_byte_length: byteLength })
    .where('stream_id', '=', id)
    .where(sql<boolean>`trim->>'revision' IS NOT DISTINCT FROM ${trim?.revision ?? null}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
