/** What a channel has shown before. */
import type { PastStream, StreamId, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { microsecondsOf, momentOf } from './moment.ts';

/** When it began, in microseconds, then the id. */
export type PlaceInPast = readonly [began: number, id: StreamId];

/** Null: there is no such channel, or it is banned. */
export async function findChannelId(db: Reader, username: string): Promise<UserId | null> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('streamer_data as d', 'd.user_id', 'p.id')
    .select('p.id')
    .where('p.username', '=', username.toLowerCase())
    .where(sql<boolean>`not is_banned(p)`)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The last one first. */
export async function findPast(
  db: Reader,
  streamerId: UserId,
  { after, limit }: { after: PlaceInPast | null; limit: number },
): Promise<{ stream: PastStream; place: PlaceInPast }[]> {
  let query = db
    .selectFrom('streams as s')
    .select(['s.id', 's.title', 's.category', 's.slug', 's.thumbnail_url as thumbnailUrl'])
    .select(['s.peak_viewers as peakViewers', 's.lasted_seconds as durationSeconds', 's.started_at'])
    .select(microsecondsOf('s.started_at').as('began'))
    .where('s.streamer_id', '=', streamerId)
    .where('s.status', '=', 'ended')
    .where('s.hidden_at', 'is', null);
  if (after) {
    const [began, id] = after;
    query = query.where(sql<boolean>`(s.started_at, s.id) < (${momentOf(began)}, ${id})`);
  }
  const rows = await query.orderBy('s.started_at', 'desc').orderBy('s.id', 'desc').limit(limit).execute();
  return rows.map(({ began, started_at, ...row }) => ({
    stream: { ...row, startedAt: started_at.toISOString() },
    place: [began, row.id],
  }));
}
