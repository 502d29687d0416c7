/** How much channels store, and how much they may. */
import type { RecordingSettings, StreamId, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';

export const GIB = 1024 ** 3;

/**
 * What a channel stores, in bytes; files of several recordings count once. Captions, storyboards and
 * the edges of cuts count with them.
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
        SELECT media_id, storyboard_byte_length + coalesce((trim->'bytes'->>'edges')::bigint, 0)
          FROM recordings WHERE streamer_id = ${streamerId}
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

/** Of a quota. Viewers make clips, and must not fill the storage that recordings and uploads need. */
const CLIPS_SHARE = 0.25;

/** The bytes that a channel may still store; infinite without a quota. @param except what is not counted */
export const roomOf = async (db: Reader, streamerId: UserId, except: StreamId | null): Promise<number> =>
  (await roomsOf(db, streamerId, except)).forAll;

/** The bytes that clips of a channel may still take. */
export const roomForClips = async (db: Reader, streamerId: UserId): Promise<number> =>
  (await roomsOf(db, streamerId, null)).forClips;

async function roomsOf(db: Reader, streamerId: UserId, except: StreamId | null) {
  const { recordingQuotaGib } = await readSettings(db);
  const quotaBytes = recordingQuotaGib * GIB || Number.POSITIVE_INFINITY;
  const { recordings, uploads, clips } = await usedBytes(db, streamerId, except);
  const forAll = quotaBytes - recordings - uploads - clips;
  return { forAll, forClips: Math.min(forAll, quotaBytes * CLIPS_SHARE - clips) };
}
