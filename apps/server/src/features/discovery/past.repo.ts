/** What a channel has shown before. */
import type { PastStream, UserId } from '@tributary/contracts';
import { notBanned } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { isBehind, type Place } from '#platform/db/keyset.ts';

/** Null: there is no such channel, or it is banned. */
export async function findChannelId(db: Reader, username: string): Promise<UserId | null> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('streamer_data as d', 'd.user_id', 'p.id')
    .select('p.id')
    .where('p.username', '=', username.toLowerCase())
    .where(notBanned)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The last one first. */
export async function findPast(
  db: Reader,
  streamerId: UserId,
  { after, limit }: { after: Place | null; limit: number },
): Promise<PastStream[]> {
  let query = db
    .selectFrom('streams as s')
    .select(['s.id', 's.title', 's.category', 's.slug', 's.thumbnail_url as thumbnailUrl'])
    .select(['s.peak_viewers as peakViewers', 's.lasted_seconds as durationSeconds', 's.started_at'])
    .where('s.streamer_id', '=', streamerId)
    .where('s.status', '=', 'ended')
    .where('s.hidden_at', 'is', null);
  if (after) query = query.where(isBehind({ column: 's.started_at', id: 's.id', descending: true }, after));
  const rows = await query.orderBy('s.started_at', 'desc').orderBy('s.id', 'desc').limit(limit).execute();
  return rows.map(({ started_at, ...row }) => ({ ...row, startedAt: started_at.toISOString() }));
}
