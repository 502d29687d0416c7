import type { StreamId, UserId } from '@tributary/contracts';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { FinishedRecording } from './recorder/recorder.repo.ts';

/** @returns whose files it played, and whether no other recording plays them; null where there was none */
export async function remove(
  tx: Writer,
  id: StreamId,
): Promise<{ readonly mediaId: StreamId; readonly isLast: boolean } | null> {
  const ofMedia = (mediaId: StreamId) =>
    tx.selectFrom('recordings').select('stream_id').where('media_id', '=', mediaId);
  const row = await tx
    .selectFrom('recordings')
    .select('media_id as mediaId')
    .where('stream_id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  // Parts that are deleted at the same time wait for each other, so that one of them is the last.
  await ofMedia(row.mediaId).orderBy('stream_id').forUpdate().execute();
  const deleted = await tx.deleteFrom('recordings').where('stream_id', '=', id).executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return null;
  const other = await ofMedia(row.mediaId).limit(1).executeTakeFirst();
  return { ...row, isLast: other === undefined };
}

/** Whether a recording plays these files. */
export async function isMediaUsed(db: Reader, mediaId: StreamId): Promise<boolean> {
  const row = await db
    .selectFrom('recordings')
    .select('stream_id')
    .where('media_id', '=', mediaId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a complete recording, which only its streamer can watch until it is published. */
export async function addPrivate(
  tx: Writer,
  id: StreamId,
  streamerId: UserId,
  {
    startsAt,
    byteLength,
    durationMs,
    hasVideo,
  }: Omit<FinishedRecording, 'decideBy'> & { readonly startsAt: Date },
): Promise<void> {
  await tx
    .insertInto('recordings')
    .values({
      stream_id: id,
      streamer_id: streamerId,
      state: 'ready',
      visibility: 'private',
      starts_at: startsAt,
      byte_length: byteLength,
      duration_ms: durationMs,
      has_video: hasVideo,
    })
    .execute();
}
