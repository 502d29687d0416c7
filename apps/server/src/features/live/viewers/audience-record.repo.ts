import type { StreamId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/database.ts';

/** The current viewers of a stream, and its counts since the last write. */
export interface AudienceCount {
  readonly id: StreamId;
  readonly viewers: number;
  readonly peak: number;
  readonly arrived: number;
  readonly watchedSeconds: number;
}

/**
 * Adds the counts of many streams, and records when live ones were last seen. Counts from before a stream
 * ended are added after its end, too. The sample of a minute is the most viewers in it, so that the highest of a stream
 * is its peak.
 */
export async function recordAudience(tx: Writer, counts: readonly AudienceCount[], at: Date): Promise<void> {
  if (counts.length === 0) return;
  const column = (of: (count: AudienceCount) => number) => counts.map((count) => Math.round(of(count)));
  await sql`
    WITH counted AS (UPDATE streams SET
      current_viewers = CASE WHEN status = 'live' THEN c.viewers ELSE current_viewers END,
      peak_viewers = greatest(peak_viewers, c.peak),
      watched_seconds = watched_seconds + c.watched,
      views = views + c.arrived,
      seen_at = CASE WHEN status = 'live' THEN ${at} ELSE seen_at END
    FROM unnest(
      ${counts.map(({ id }) => id)}::uuid[],
      ${column((c) => c.viewers)}::int[],
      ${column((c) => c.peak)}::int[],
      ${column((c) => c.arrived)}::int[],
      ${column((c) => c.watchedSeconds)}::bigint[]
    ) AS c (id, viewers, peak, arrived, watched)
    WHERE streams.id = c.id
    RETURNING streams.id, c.peak)
    INSERT INTO stream_samples (stream_id, at, viewers)
    SELECT id, date_trunc('minute', ${at}::timestamptz), peak FROM counted WHERE peak > 0
    ON CONFLICT (stream_id, at) DO UPDATE SET viewers = excluded.viewers
    WHERE stream_samples.viewers < excluded.viewers
  `.execute(tx);
}
