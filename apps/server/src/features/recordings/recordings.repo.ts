import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface FinishedRecording {
  readonly byteLength: number;
  readonly durationMs: number;
  /** False: it is sound alone. */
  readonly hasVideo: boolean;
}

interface RemovedRecording {
  /** Whose files it played. */
  readonly mediaId: StreamId;
  /** Whether no other recording plays them. */
  readonly isLast: boolean;
  /** Those of its trimmings: the one that viewers saw, and the one whose edges were being encoded. */
  readonly revisions: readonly string[];
}

/** @returns null where there was none */
export async function remove(tx: Writer, id: StreamId): Promise<RemovedRecording | null> {
  const ofMedia = (mediaId: StreamId) =>
    tx.selectFrom('recordings').select('stream_id').where('media_id', '=', mediaId);
  const row = await tx
    .selectFrom('recordings')
    .select(['media_id as mediaId', 'trim', 'pending_trim as pendingTrim'])
    .where('stream_id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { mediaId } = row;
  // Parts that are deleted at the same time wait for each other, so that one of them is the last.
  await ofMedia(mediaId).orderBy('stream_id').forUpdate().execute();
  const deleted = await tx.deleteFrom('recordings').where('stream_id', '=', id).executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return null;
  const other = await ofMedia(mediaId).limit(1).executeTakeFirst();
  const revisions = [row.trim, row.pendingTrim].flatMap((trim) => trim?.revision ?? []);
  return { mediaId, isLast: other === undefined, revisions };
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
  { startsAt, byteLength, durationMs, hasVideo }: FinishedRecording & { readonly startsAt: Date },
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

/** Leaves a recording without renditions, until it is cut: they would cost more than the recording is worth. */
export async function keepSourceOnly(tx: Writer, id: StreamId): Promise<void> {
  await tx.insertInto('recording_ladders').values({ stream_id: id, state: 'ready', share: 1 }).execute();
}
