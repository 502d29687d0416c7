/** How much channels store. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

/**
 * What recordings and uploads of a channel take, in bytes; files of several recordings count once. Captions, storyboards
 * and the edges of cuts count with them.
 * @param except the recording or upload that is not counted
 */
export async function findUsedBytes(
  db: Reader,
  streamerId: UserId,
  except: StreamId | null,
): Promise<{ readonly recordings: number; readonly uploads: number }> {
  const { rows } = await sql<Record<'recordings' | 'uploads', string>>`
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
        WHERE streamer_id = ${streamerId} AND id IS DISTINCT FROM ${except} AND state <> 'failed') AS uploads
  `.execute(db);
  const { recordings = 0, uploads = 0 } = rows[0] ?? {};
  return { recordings: Number(recordings), uploads: Number(uploads) };
}
