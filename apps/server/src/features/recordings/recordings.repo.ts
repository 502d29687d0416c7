import type { Recording, RecordingPolicy, RecordingSettings, StreamId, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';
import type { StoredVisibility } from './recordings.tables.ts';
import type { Trim } from './trimming/trim.ts';

export const GIB = 1024 ** 3;

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

/**
 * What a channel stores, in bytes; files of several recordings count once, and captions count with them.
 * @param except the recording or upload that is not counted
 */
export async function usedBytes(
  db: Reader,
  streamerId: UserId,
  except: StreamId | null,
): Promise<RecordingSettings['usedBytes']> {
  const { rows } = await sql<Record<keyof RecordingSettings['usedBytes'], string>>`
    SELECT
      (SELECT coalesce(sum(bytes), 0) FROM (
        SELECT media_id, max(byte_length) AS bytes FROM recordings
          WHERE streamer_id = ${streamerId} GROUP BY media_id
        UNION ALL
        SELECT r.media_id, c.byte_length FROM recordings AS r JOIN recording_captions AS c USING (stream_id)
          WHERE r.streamer_id = ${streamerId}
      ) AS stored WHERE media_id IS DISTINCT FROM ${except}) AS recordings,
      (SELECT coalesce(sum(byte_length), 0) FROM uploads
        WHERE streamer_id = ${streamerId} AND id IS DISTINCT FROM ${except} AND state <> 'failed') AS uploads,
      (SELECT coalesce(sum(byte_length), 0) FROM clips WHERE streamer_id = ${streamerId}) AS clips
  `.execute(db);
  const { recordings = 0, uploads = 0, clips = 0 } = rows[0] ?? {};
  return { recordings: Number(recordings), uploads: Number(uploads), clips: Number(clips) };
}

/** The bytes that a channel may still store; infinite without a quota. @param except what is not counted */
export async function roomOf(db: Reader, streamerId: UserId, except: StreamId | null): Promise<number> {
  const { recordingQuotaGib } = await readSettings(db);
  if (recordingQuotaGib === 0) return Number.POSITIVE_INFINITY;
  const { recordings, uploads, clips } = await usedBytes(db, streamerId, except);
  return recordingQuotaGib * GIB - recordings - uploads - clips;
}

/** Whether a channel is recorded; the demo's channels, which repeat a clip, are not. */
export async function records(db: Reader, streamerId: UserId): Promise<RecordingPolicy> {
  const row = await db
    .selectFrom('profiles as p')
    .leftJoin('recording_settings as c', 'c.user_id', 'p.id')
    .leftJoin('demo_accounts as d', 'd.user_id', 'p.id')
    .select(['c.records', 'd.user_id as demoId'])
    .where('p.id', '=', streamerId)
    .executeTakeFirst();
  return row === undefined || row.demoId !== null ? 'never' : (row.records ?? 'always');
}

export async function setRecords(tx: Writer, userId: UserId, policy: RecordingPolicy): Promise<void> {
  await tx
    .insertInto('recording_settings')
    .values({ user_id: userId, records: policy })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ records: policy }))
    .execute();
}

/** Adds a complete recording, which only its streamer can watch until it is published. */
export async function addPrivate(
  tx: Writer,
  id: StreamId,
  streamerId: UserId,
  { startsAt, byteLength, durationMs }: Omit<FinishedRecording, 'decideBy'> & { readonly startsAt: Date },
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
    })
    .execute();
}

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

export interface FinishedRecording {
  readonly byteLength: number;
  readonly durationMs: number;
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
  { byteLength, durationMs, decideBy }: FinishedRecording,
): Promise<ReadyRecording | null> {
  const row = await tx
    .updateTable('recordings as r')
    .from('streams as s')
    .set({
      state: 'ready',
      byte_length: byteLength,
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

/** Recordings whose stream is over and whose playlists are missing. */
export async function findUnfinished(db: Reader): Promise<StreamId[]> {
  const rows = await db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .select('r.stream_id as id')
    .where('r.state', '=', 'recording')
    .where('s.status', '=', 'ended')
    .execute();
  return rows.map(({ id }) => id);
}

/** Who may watch a recording; null where nobody may. */
export interface Audience {
  readonly streamerId: UserId;
  readonly visibility: StoredVisibility;
  readonly isGated: boolean;
  /** Its stream is over, and its playlists are stored. */
  readonly isReady: boolean;
  readonly allowsDownload: boolean;
  /** Of its stream. */
  readonly slug: string;
  readonly mediaId: StreamId;
  readonly trim: Trim | null;
}

export async function findAudience(db: Reader, id: StreamId): Promise<Audience | null> {
  const row = await db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .select(['r.visibility', 'r.state', 'r.allows_download', 's.gate_kind', 's.streamer_id', 's.slug'])
    .select(['r.media_id', 'r.trim'])
    .where('r.stream_id', '=', id)
    .where('r.state', 'in', ['recording', 'ready'])
    .where('r.starts_at', 'is not', null)
    .where('s.hidden_at', 'is', null)
    .where('s.end_reason', 'is distinct from', 'kicked')
    .where(isPublic)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    streamerId: row.streamer_id,
    visibility: row.visibility,
    isGated: row.gate_kind !== null,
    isReady: row.state === 'ready',
    allowsDownload: row.allows_download,
    slug: row.slug,
    mediaId: row.media_id,
    trim: row.trim,
  };
}

/** Which files a recording plays. */
export const findMedia = (
  db: Reader,
  id: StreamId,
): Promise<{ mediaId: StreamId; trim: Trim | null } | undefined> =>
  db
    .selectFrom('recordings')
    .select(['media_id as mediaId', 'trim'])
    .where('stream_id', '=', id)
    .executeTakeFirst();

export interface Expiring {
  readonly streamId: StreamId;
  readonly streamerId: UserId;
  readonly title: string;
}

const expiring = (db: Reader) =>
  db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .select(['r.stream_id as streamId', 'r.streamer_id as streamerId', 's.title'])
    .where('r.state', '=', 'ready')
    .orderBy('r.created_at');

/** Recordings that their creators have not kept by a time. */
export const findUndecided = (db: Reader, at: Date, limit: number): Promise<Expiring[]> =>
  expiring(db).where('r.decide_by', '<', at).limit(limit).execute();

/** Recordings made before a time whose deletion is not announced, oldest first. */
export const findToAnnounce = (db: Reader, madeBefore: Date, limit: number): Promise<Expiring[]> =>
  expiring(db)
    .where('r.created_at', '<', madeBefore)
    .where('r.deletion_announced_at', 'is', null)
    .limit(limit)
    .execute();

/** Recordings made before one time whose deletion was announced before another one, oldest first. */
export const findToDelete = (
  db: Reader,
  madeBefore: Date,
  announcedBefore: Date,
  limit: number,
): Promise<Expiring[]> =>
  expiring(db)
    .where('r.created_at', '<', madeBefore)
    .where('r.deletion_announced_at', '<', announcedBefore)
    .limit(limit)
    .execute();

export async function setAnnounced(tx: Writer, id: StreamId, at: Date): Promise<void> {
  await tx.updateTable('recordings').set({ deletion_announced_at: at }).where('stream_id', '=', id).execute();
}
