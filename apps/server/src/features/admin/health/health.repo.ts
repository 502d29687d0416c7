import type { StreamId } from '@tributary/contracts/shared';
import type { Reader } from '#platform/db/database.ts';

/** Titles and streamers of streams, as admins see them. */
export async function findStreams(db: Reader, ids: readonly StreamId[]) {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('streams')
    .innerJoin('profiles', 'profiles.id', 'streams.streamer_id')
    .where('streams.id', 'in', ids)
    .select(['streams.id', 'streams.title', 'profiles.username'])
    .execute();
}
