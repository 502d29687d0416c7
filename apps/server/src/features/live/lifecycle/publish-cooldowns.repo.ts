import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface Stopped {
  readonly streamerId: UserId;
  readonly at: Date;
}

/**
 * The channels whose last stream was ended since then by its creator or an admin. Skips channels whose stream
 * key is newer than the stream, since their encoder is refused anyway.
 */
export const findStoppedSince = (db: Reader, since: Date): Promise<Stopped[]> =>
  db
    .selectFrom('streams as s')
    .innerJoin('streamer_data as d', 'd.user_id', 's.streamer_id')
    .select(['s.streamer_id as streamerId', sql<Date>`s.ended_at`.as('at')])
    .where('s.ended_at', '>', since)
    .where('s.end_reason', 'in', ['stopped', 'kicked'])
    .whereRef('d.stream_key_created_at', '<=', 's.started_at')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('streams as next')
            .select('next.id')
            .whereRef('next.streamer_id', '=', 's.streamer_id')
            .whereRef('next.started_at', '>', 's.started_at'),
        ),
      ),
    )
    .execute();
