import { FOLLOWER_GROWTH_DAYS, type FollowerGrowth, type UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

/** Who came to follow a channel, day by day (UTC), as far as they still do. */
export function findGrowth(db: Reader, streamerId: UserId): Promise<FollowerGrowth['days']> {
  const day = sql<string>`to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  return db
    .selectFrom('follows')
    .select([day.as('day'), sql<number>`count(*)`.as('gained')])
    .where('streamer_id', '=', streamerId)
    .where(
      'created_at',
      '>=',
      sql<Date>`date_trunc('day', now(), 'UTC') - make_interval(days => ${FOLLOWER_GROWTH_DAYS - 1})`,
    )
    .groupBy(day)
    .orderBy(day)
    .execute();
}
