import type { Upload } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface OwnUpload extends Omit<Upload, 'createdAt' | 'ahead'> {
  readonly streamerId: UserId;
  readonly createdAt: Date;
}

const uploads = (db: Reader) =>
  db
    .selectFrom('uploads')
    .select(['id', 'streamer_id as streamerId', 'file_name as fileName', 'byte_length as byteLength'])
    .select(['received_bytes as receivedBytes', 'state', 'processed', 'failure', 'created_at as createdAt']);

/** Newest first. */
export const findOwn = (db: Reader, streamerId: UserId): Promise<OwnUpload[]> =>
  uploads(db)
    .where('streamer_id', '=', streamerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const find = (db: Reader, id: StreamId): Promise<OwnUpload | undefined> =>
  uploads(db).where('id', '=', id).executeTakeFirst();

/** Until `tx` ends, no other upload of the streamer begins. */
export async function lockUploads(tx: Writer, streamerId: UserId): Promise<void> {
  await tx
    .selectFrom('streamer_data')
    .select('user_id')
    .where('user_id', '=', streamerId)
    .forUpdate()
    .execute();
}

export async function countUnfinished(db: Reader, streamerId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('streamer_id', '=', streamerId)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return count;
}

export async function insert(
  tx: Writer,
  upload: Pick<OwnUpload, 'id' | 'streamerId' | 'fileName' | 'byteLength'>,
): Promise<void> {
  const { id, streamerId, fileName, byteLength } = upload;
  await tx
    .insertInto('uploads')
    .values({ id, streamer_id: streamerId, file_name: fileName, byte_length: byteLength })
    .execute();
}

export async function setReceived(tx: Writer, id: StreamId, receivedBytes: number): Promise<void> {
  await tx
    .updateTable('uploads')
    .set({ received_bytes: receivedBytes, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .execute();
}

/** An attempt to process an upload; the last one that has begun counts. */
export interface Attempt {
  readonly id: StreamId;
  /** Part of the names of the files that it stores. */
  readonly epoch: string;
}

/** @returns false where it was canceled */
export async function beginAttempt(tx: Writer, { id, epoch }: Attempt): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ attempt: epoch, processed: 0, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @param processed from 0 to 1 @returns false where it was canceled, or another attempt has begun */
export async function setProcessed(tx: Writer, { id, epoch }: Attempt, processed: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ processed, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .where('attempt', '=', epoch)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends an attempt that succeeded. @returns false where the upload was canceled, or another attempt has begun */
export async function complete(tx: Writer, { id, epoch }: Attempt): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .where('attempt', '=', epoch)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @returns false where it was canceled */
export async function setFailed(tx: Writer, id: StreamId, failure: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ state: 'failed', failure, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether there was one */
export async function remove(tx: Writer, id: StreamId): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('uploads').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Uploads in this state that have not got on since then. */
export const findIdle = (
  db: Reader,
  state: Upload['state'],
  since: Date,
  limit: number,
): Promise<OwnUpload[]> =>
  uploads(db)
    .where('state', '=', state)
    .where('updated_at', '<', since)
    .orderBy('updated_at')
    .limit(limit)
    .execute();

/** Those of these ids that are uploads. */
export async function findPresent(db: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', sql<StreamId>`any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
