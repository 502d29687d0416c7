/** Recordings while they are made. */
import type { Recording } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { FinishedRecording } from '../recordings.repo.ts';
import type { StoredVisibility } from '../recordings.tables.ts';

/** Whether the recording of a stream has begun. */
export async function hasBegun(db: Reader, id: StreamId): Promise<boolean> {
  const row = await db
    .selectFrom('recordings')
    .select('stream_id')
    .where('stream_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

interface Begun {
  /** When its first frame was recorded. */
  readonly startsAt: Date | null;
  readonly stoppedBy: Recording['stoppedBy'];
}

/**
 * Begins the recording of a stream, or continues it.
 * @param asks whether its creator is asked at the end; one that continues stays as it was
 * @returns null without a stream
 */
export async function begin(tx: Writer, id: StreamId, asks: boolean): Promise<Begun | null> {
  const stream = await tx
    .selectFrom('streams')
    .select('streamer_id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (stream === undefined) return null;
  const row = await tx
    .insertInto('recordings')
    .values({ stream_id: id, streamer_id: stream.streamer_id, asks_at_end: asks })
    .onConflict((conflict) =>
      conflict.column('stream_id').doUpdateSet({
        state: 'recording',
        asks_at_end: sql<boolean>`recordings.asks_at_end OR recordings.decide_by IS NOT NULL`,
        decide_by: null,
      }),
    )
    .returning(['starts_at as startsAt', 'stopped_by as stoppedBy'])
    .executeTakeFirstOrThrow();
  return row;
}

/** From now on viewers can watch it. */
export async function setStart(tx: Writer, id: StreamId, at: Date): Promise<void> {
  await tx.updateTable('recordings').set({ starts_at: at }).where('stream_id', '=', id).execute();
}

export async function setBytes(tx: Writer, id: StreamId, byteLength: number): Promise<void> {
  await tx.updateTable('recordings').set({ byte_length: byteLength }).where('stream_id', '=', id).execute();
}

/** A used-up quota is final; a full disk is not. @returns the streamer, the first time only */
export async function setStopped(
  tx: Writer,
  id: StreamId,
  stoppedBy: NonNullable<Recording['stoppedBy']>,
): Promise<{ readonly streamerId: UserId; readonly title: string } | null> {
  const row = await tx
    .updateTable('recordings as r')
    .from('streams as s')
    .set({ stopped_by: stoppedBy })
    .whereRef('s.id', '=', 'r.stream_id')
    .where('r.stream_id', '=', id)
    .where('r.stopped_by', 'is distinct from', stoppedBy)
    .where('r.stopped_by', 'is distinct from', 'quota')
    .returning(['r.streamer_id as streamerId', 's.title'])
    .executeTakeFirst();
  return row ?? null;
}

interface EndedRecording extends FinishedRecording {
  /** When it is deleted if its creator is to be asked, and does not keep it. */
  readonly decideBy: Date;
}

export interface ReadyRecording {
  readonly streamerId: UserId;
  readonly title: string;
  readonly decideBy: Date | null;
}

/** Makes a recording ready unless its stream runs again. One whose creator is to be asked is private until then. */
export async function setReady(
  tx: Writer,
  id: StreamId,
  { byteLength, durationMs, hasVideo, decideBy }: EndedRecording,
): Promise<ReadyRecording | null> {
  const row = await tx
    .updateTable('recordings as r')
    .from('streams as s')
    .set({
      // One that another process has finished may have been deleted since.
      state: sql<'ready'>`CASE WHEN r.state = 'recording' THEN 'ready' ELSE r.state END`,
      byte_length: byteLength,
      has_video: hasVideo,
      // A trimmed recording keeps what it has.
      duration_ms: sql<number>`CASE WHEN r.trim IS NULL THEN ${durationMs}::bigint ELSE r.duration_ms END`,
      visibility: sql<StoredVisibility>`CASE WHEN r.asks_at_end THEN 'private' ELSE r.visibility END`,
      decide_by: sql<Date | null>`CASE WHEN r.asks_at_end THEN ${decideBy}::timestamptz ELSE r.decide_by END`,
      asks_at_end: false,
    })
    .whereRef('s.id', '=', 'r.stream_id')
    .where('r.stream_id', '=', id)
    .where('s.status', '=', 'ended')
    .returning(['r.streamer_id as streamerId', 's.title', 'r.decide_by as decideBy'])
    .executeTakeFirst();
  return row ?? null;
}

/** The running stream of a streamer. */
export async function findRunning(db: Reader, streamerId: UserId): Promise<StreamId | null> {
  const row = await db
    .selectFrom('streams')
    .select('id')
    .where('streamer_id', '=', streamerId)
    .where('status', '=', 'live')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether the stream of a recording is over and its playlists are missing. */
export async function isToFinish(db: Reader, id: StreamId): Promise<boolean> {
  const row = await db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .select('r.stream_id')
    .where('r.stream_id', '=', id)
    .where('r.state', '=', 'recording')
    .where('s.status', '=', 'ended')
    .executeTakeFirst();
  return row !== undefined;
}

/** Recordings whose stream ended before a time and whose playlists are missing. */
export async function findUnfinished(db: Reader, endedBefore: Date): Promise<StreamId[]> {
  const rows = await db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .select('r.stream_id as id')
    .where('r.state', '=', 'recording')
    .where('s.status', '=', 'ended')
    .where('s.ended_at', '<', endedBefore)
    .execute();
  return rows.map(({ id }) => id);
}
