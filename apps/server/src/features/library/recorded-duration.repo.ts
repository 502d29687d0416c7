import { sql } from 'kysely';

/** The length of the finished recording of the stream `s`; null if viewers have none to watch. */
export const recordedMs = sql<number | null>`(
  SELECT r.duration_ms FROM recordings AS r
  WHERE r.stream_id = s.id AND r.state = 'ready' AND r.starts_at IS NOT NULL
    AND s.end_reason IS DISTINCT FROM 'kicked')`;
